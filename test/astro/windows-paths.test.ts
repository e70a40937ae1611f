import { expect, it } from 'vitest';
import { createPortable } from '../../packages/astro-keep/src/code/portable.js';
import { pathIn } from '../../packages/astro-keep/src/code/track-imports-plugin.js';
import { fileOf } from '../../packages/astro-slugline/src/astro/settings/file-of.js';
import {
	isBlokFile,
	nameOfBlok,
} from '../../packages/astro-slugline/src/astro/virtual-modules/blok-files.js';
import { patternOfImporter } from '../../packages/astro-slugline/src/astro/virtual-modules/page-plugins/route-pattern.js';
import { pageModules } from '../../packages/astro-slugline/src/astro/virtual-modules/table.js';

// File names of Windows. The tests run anywhere, because the functions that compare or name files are pure.

it.each([
	['file:///C:/my%20site/', './space', 'file:///C:/my%20site/space'],
	['file:///C:/site/', 'content\\harbor', 'file:///C:/site/content/harbor'],
	['file:///C:/site/', 'D:\\content #1', 'file:///D:/content%20%231'],
	['file:///C:/site/', '\\\\server\\share\\content', 'file://server/share/content'],
	['file://server/share/site/', '..\\content', 'file://server/share/content'],
	['file:///C:/site', 'space', 'file:///C:/site/space'],
])('resolves a path in an option: from %s, %s is %s', (root, path, expected) => {
	expect(fileOf(path, new URL(root), true).href).toBe(expected);
});

it('reads the path in an option literally, not as a URL', () => {
	const root = new URL('file:///my%20site/');
	expect(fileOf('./content #1', root, false).pathname).toBe('/my%20site/content%20%231');
	expect(fileOf('./100%', root, false).pathname).toBe('/my%20site/100%25');
	expect(fileOf('file:///elsewhere/a', root, false).pathname).toBe('/elsewhere/a');
});

const page = { root: 'C:\\my site\\', pages: 'C:\\my site\\src\\pages\\' };

it.each([
	['C:/my site/src/pages/brands/[...slug].astro', '/brands/[...slug]'],
	['c:\\my site\\src\\pages\\[lang]\\index.astro', '/[lang]'],
	['src/pages/[...slug].astro', '/[...slug]'],
	['src/lib/paths.ts', undefined],
	['D:/packages/theme/pages/[...slug].astro', undefined],
	['//server/share/[...slug].astro', undefined],
])('finds the route of a module: %s has %s', (file, route) => {
	expect(patternOfImporter(file, page)).toBe(route);
});

it('names a module by its path in the site, whatever the case of the drive letter', () => {
	expect(pathIn('C:\\site\\', 'c:/site/src/Hero.astro?raw')).toBe('src/Hero.astro');
	expect(pathIn('\\\\server\\share\\', '//server/share/src/Hero.astro')).toBe('src/Hero.astro');
});

it('gives modules and code the same names in every folder and on every drive', () => {
	const named = (folder: string, drive: string) => {
		const site = folder.replaceAll('\\', '/').replace(/^\w:/, drive).replace(/\/$/, '');
		const ids = [
			`${site}/src/Hero.astro?astro&type=style`,
			`\0${site}/src/x.js`,
			`${drive}/monorepo/node_modules/left/index.js`,
			'virtual:astro-slugline/routes',
		];
		const portable = createPortable(folder, ids);
		return [...ids.map(portable.name), portable.text(`createComponent(f, '${site}/src/Hero.astro')`)];
	};
	const expected = [
		'~/src/Hero.astro?astro&type=style',
		'\0~/src/x.js',
		'~modules/node_modules/left/index.js',
		'virtual:astro-slugline/routes',
		"createComponent(f, '~/src/Hero.astro')",
	];
	expect(named('C:\\work\\my site\\', 'C:')).toEqual(expected);
	expect(named('C:\\work\\my site', 'c:')).toEqual(expected);
	expect(named('d:\\elsewhere\\site', 'D:')).toEqual(expected);
	const share = createPortable('\\\\server\\share\\site', ['//server/share/site/a.js']);
	expect(share.name('//server/share/site/a.js')).toBe('~/a.js');
});

it.each([
	['Hero.astro', true, 'hero'],
	['TeaserGrid\\index.astro', true, 'teasergrid'],
	['forms/Teaser_Grid.tsx', true, 'teasergrid'],
	['_parts\\Hero.astro', false, 'hero'],
	['forms\\_Hero.astro', false, undefined],
	['notes.md', false, undefined],
])('recognizes the component file of a blok: %s (%s)', (file, isOne, name) => {
	expect(isBlokFile(file)).toBe(isOne);
	if (name !== undefined) expect(nameOfBlok(file)).toBe(name);
});

it('imports a component by a path with forward slashes', () => {
	const { page } = pageModules('./src/Story.astro', 'pages', new URL('file:///my%20site/'));
	expect(page.code()).toContain('from "/my site/src/Story.astro"');
});
