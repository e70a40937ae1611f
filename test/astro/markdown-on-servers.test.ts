import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroConfig } from 'astro';
import { expect, it } from 'vitest';
import { markdownModule } from '../../packages/astro-slugline/src/astro/virtual-modules/markdown.js';
import { createTestFolder } from '../support/test-folder.js';

const here = new URL('../../', import.meta.url);

const codeOf = (
	processor: object,
	{ adapter = '@astrojs/node', environment = 'ssr', shiki = {}, root = here } = {},
) => {
	const markdown = { syntaxHighlight: 'shiki', shikiConfig: { theme: 'nord', ...shiki }, processor };
	const config = { markdown, root, adapter: { name: adapter } } as unknown as AstroConfig;
	return markdownModule(() => config, ['data-x']).code('server', environment);
};
const satteri = (options: object = {}) => ({ name: 'satteri', options });

it("makes the processor of astro.config again on a server, with what is not a plugin's function", () => {
	expect(codeOf(satteri({ features: { gfm: false } }))).toMatch(
		/import \{ satteri \} from "virtual:astro-slugline\/in-place:\/.*\/node_modules\/@astrojs\/markdown-satteri\/dist\/index.js";[\s\S]*theme:"nord"[\s\S]*gfm:false[\s\S]*isComplete: true[\s\S]*\["data-x"\]/,
	);
	const plugin = codeOf(satteri({ hastPlugins: [() => {}], features: { gfm: false } }));
	expect(plugin).toContain('gfm:false');
	expect(plugin).toContain('isComplete: false');
	expect(plugin).not.toContain('hastPlugins');
	expect(codeOf(satteri(), { shiki: { transformers: [{ line() {} }] } })).toContain('isComplete: false');
});

it('leaves it out of builds, of Cloudflare, and if it is not one of Astro that the site can import', () => {
	for (const code of [
		codeOf(satteri(), { environment: 'prerender' }),
		codeOf(satteri(), { adapter: '@astrojs/cloudflare' }),
		codeOf({ name: 'mine', options: {} }),
		codeOf(satteri(), { root: new URL('file:///nowhere/') }),
	])
		expect(code).toBe('export const markdown = undefined;');
});

it('imports the processor from where Astro has it, also if the site has none', async () => {
	const store = 'store/astro@7/node_modules';
	const manifest = JSON.stringify({ exports: { '.': './index.js', './package.json': './package.json' } });
	const { path, url } = await createTestFolder({
		[`${store}/astro/package.json`]: manifest,
		[`${store}/@astrojs/markdown-satteri/package.json`]: manifest,
		[`${store}/@astrojs/markdown-satteri/index.js`]: '',
		'site/node_modules/.keep': '',
	});
	await symlink(join(path, store, 'astro'), join(path, 'site/node_modules/astro'));
	const code = codeOf(satteri(), { root: new URL('site/', url) });
	expect(code).toContain(
		`from "virtual:astro-slugline/in-place:${path}/${store}/@astrojs/markdown-satteri/index.js";`,
	);
});
