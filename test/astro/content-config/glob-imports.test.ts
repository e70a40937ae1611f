import { expect, it } from 'vitest';
import {
	globImportsIn,
	splitGlob,
} from '../../../packages/astro-slugline/src/astro/content-config/glob-imports.js';

const patterns = (code: string) => globImportsIn(code).map(({ pattern }) => pattern);

it.each<[code: string, patterns: string[]]>([
	[`import.meta.glob('./schemas/*.ts', { eager: true, import: 'default' })`, ['./schemas/*.ts']],
	[`import.meta.glob<Schema>("/src/**/schema.ts")`, ['/src/**/schema.ts']],
	[`import.meta.glob<Record<string, () => Schema>>(\`@/schemas/*\`)`, ['@/schemas/*']],
	[`import.meta.glob(['./a/*.ts', '!**/b.ts', './b/*.ts'], { query: '?raw' })`, ['./a/*.ts', './b/*.ts']],
	[
		`import.meta.glob(\n\t// it's only these (for now), \n\t['./**/*.ts', /* 'not' */ './y/{a,b}.ts'],\n); f('./z')`,
		['./**/*.ts', './y/{a,b}.ts'],
	],
	[`import.meta.glob('./a.ts'); import.meta.glob('./b.ts')`, ['./a.ts', './b.ts']],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
	['await import(/* @vite-ignore */ `./schemas/${name}.ts`)', ['./schemas/{}.ts']],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
	['import(`${name}`); import(name); glob("./x/*")', []],
])('finds the patterns in %s', (code, expected) => {
	expect(patterns(code)).toEqual(expected);
});

it('finds the folder that patterns are relative to', () => {
	expect(globImportsIn(`import.meta.glob('./*.ts', { eager: true, base: '../schemas' })`)).toEqual([
		{ pattern: './*.ts', base: '../schemas' },
	]);
});

it('divides a pattern at its first wildcard', () => {
	expect(splitGlob('./schemas/blog/*.ts')).toEqual({ path: './schemas/blog', below: '*.ts' });
	expect(splitGlob('@/{a,b}/c/*.ts')).toEqual({ path: '@', below: '{a,b}/c/*.ts' });
	expect(splitGlob('/**/x.ts')).toEqual({ path: '', below: '**/x.ts' });
	expect(splitGlob('./a.ts')).toEqual({ path: './a.ts' });
});
