import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { statefulModules } from '../../../packages/astro-slugline/src/astro/incremental/analysis/find-stateful.js';
import type { Module } from '../../../packages/astro-slugline/src/astro/incremental/analysis/modules.js';

/** Ids of the stateful modules of a site, which is given as the code of its modules by their ids. Packages that Node loads have no code. */
function statefulOf(codes: Record<string, string>): string[] {
	const modules = new Map<string, Module>();
	for (const [id, code] of Object.entries(codes)) {
		const imports = [...code.matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => specifier);
		const importedIds = imports.map((specifier) =>
			specifier.startsWith('.') ? specifier.slice(1) : specifier,
		);
		const rest = {
			isEntry: false,
			importers: [],
			dynamicImporters: [],
			dynamicallyImportedIds: [],
			meta: {},
		};
		modules.set(id, { id, code, importedIds, ...rest });
	}
	const { stateful } = statefulModules(modules, new Map(), (code) => parseSync('module.js', code).program);
	return [...stateful].sort();
}

describe('a package', () => {
	const show = (component: string, from: string) =>
		`import { ${component} } from '${from}'; const page = (x) => $$renderComponent(x, '', ${component}, { x });`;

	it('holds nothing that its components and functions get', () => {
		expect(statefulOf({ '/page.astro': show('Icon', 'some-icons') })).toEqual([]);
		const bundled = '/site/node_modules/some-icons/Icon.astro';
		const icon = 'const cache = new Map(); export const Icon = (x) => cache.set(x.name, x);';
		expect(statefulOf({ '/page.astro': show('Icon', bundled), [bundled]: icon })).toEqual([bundled]);
	});

	it('may hold what a call gives it to hold, also through a module that exports it', () => {
		const page = (from: string) => `import { put } from '${from}'; export const f = (x) => put('nav', x);`;
		expect(statefulOf({ '/page.astro': page('in-memory') })).toEqual(['/page.astro']);
		for (const barrel of [
			`export { put } from 'in-memory';`,
			`export * from 'in-memory';`,
			`import { put } from 'in-memory'; export { put };`,
			`export { put } from './other.js';`,
		]) {
			const modules = { '/barrel.js': barrel, '/other.js': `export * from 'in-memory';` };
			expect(statefulOf({ '/page.astro': page('./barrel.js'), ...modules })).toEqual(['/page.astro']);
		}
	});
});

it('takes a module of the site for stateful if its code stores something, and so each module that gives it values', () => {
	const show = `import { Nav } from './Nav.astro'; const page = (x) => $$renderComponent(x, '', Nav, { x });`;
	const nav = 'let kept; export const Nav = (x) => (kept ??= x);';
	expect(statefulOf({ '/page.astro': show, '/Nav.astro': nav })).toEqual(['/Nav.astro', '/page.astro']);
});
