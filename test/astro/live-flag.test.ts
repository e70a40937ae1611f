import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { missingFlag } from '../../packages/astro-slugline/src/astro/hooks/live.js';
import { temporaryFolder } from '../space/temporary-folder.js';

const flagOf = async (name: string, files: Record<string, string>) => {
	const root = pathToFileURL(`${await temporaryFolder({ 'package.json': '{}', ...files })}/`);
	return missingFlag({ adapter: { name, hooks: {} }, root });
};

it('names the flag that Cloudflare needs for live pages, unless it is set', async () => {
	const cloudflare = '@astrojs/cloudflare';
	expect(await flagOf(cloudflare, {})).toContain('`nodejs_compat`');
	expect(await flagOf(cloudflare, { 'wrangler.toml': 'name = "site"' })).toContain('`nodejs_compat`');
	const json = '{ "compatibility_flags": ["nodejs_compat"] }';
	expect(await flagOf(cloudflare, { 'wrangler.jsonc': json })).toBeUndefined();
	expect(await flagOf('@astrojs/node', {})).toBeUndefined();
});
