import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOfKind, type KindOfSite, kindsOfSites } from '../support/keep-kinds.js';
import { isLong } from '../support/long.js';
import { installAstro } from '../support/other-astro.js';
import { readTree } from '../support/read-tree.js';
import { createSite, type Given, inOwnProcess } from '../support/site.js';
import { useWarmAstro } from '../support/warm-astro.js';

// Kinds of sites that have never heard of Slugline: a build, an edit, and a clean build without keep() that equals it.

useWarmAstro();

/** The short form tries those that no other test has. */
const inShort = ['MDX with components', 'reference()', 'cache keys of the site'];

const tried = Object.entries(kindsOfSites).filter(([name]) => isLong || inShort.includes(name));

/** The site's packages, if the workspace does not have them. */
async function packagesFor({ isInstalled, packages = [] }: KindOfSite): Promise<Given> {
	if (!isInstalled) return {};
	const { modules } = await installAstro('7', ...packages);
	return { modules, runner: inOwnProcess };
}

it.each(tried)('renders what an edit affects: %s', { timeout: 1_200_000 }, async (_, kind) => {
	const site = await createSite(filesOfKind(kind), await packagesFor(kind));
	const output = () => readTree(join(site.folder, kind.folder ?? 'dist'));
	await site.built({ KEEP_VERIFY: '1' });
	await site.write(kind.edit);
	const said = await site.built();
	expect(said).toMatch(kind.says ?? /[1-9]\d* kept/);
	const made = await output();
	expect(Object.values(made).join()).toContain(kind.shows);
	await site.remove('dist', '.astro', 'node_modules/.astro', '.vercel', '.netlify', '.wrangler');
	await site.built({ SITE_PLAIN: '1' });
	expect(made).toEqual(await output());
});
