import { expect, it } from 'vitest';
import { pathWithin } from '../../packages/astro-keep/src/shared/module-path.js';

it.each([
	['C:\\site', 'C:/site/src/a.ts', 'src/a.ts'],
	['C:\\site\\', 'c:\\site\\src\\a.ts', 'src/a.ts'],
	['c:/site', 'C:/site/src/a b.ts', 'src/a b.ts'],
	['\\\\server\\share\\site', '//server/share/site/a.ts', 'a.ts'],
	['C:\\site', 'C:/site-two/a.ts', undefined],
	['C:\\site', 'D:\\site\\a.ts', undefined],
	['C:\\site', 'C:/Site/a.ts', undefined],
	['/site', '/site/a.ts', 'a.ts'],
	['/Site', '/site/a.ts', undefined],
	['/', '/site/a.ts', 'site/a.ts'],
])('below %s, the file %s is %s', (folder, path, expected) => {
	expect(pathWithin(folder, path)).toBe(expected);
});
