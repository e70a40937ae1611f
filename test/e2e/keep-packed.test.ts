import { describe, expect, it } from 'vitest';
import { cleanly } from '../generator/try-site.js';
import {
	configOfKind,
	filesOfKind,
	greeting,
	kindsOfSites,
	postFile,
	shared,
} from '../support/keep-kinds.js';
import { isLong } from '../support/long.js';
import { installAstro } from '../support/other-astro.js';
import { createSite, inOwnProcess } from '../support/site.js';

// Sites that have the package as npm publishes it, beside the newest Astro: each edit gives what a clean build without keep() gives.

const kinds = [
	'a loader of the site',
	'MDX with components',
	'images of entries',
	'reference()',
	'i18n',
	'islands of React',
].map((name) => [name, kindsOfSites[name] ?? { files: {}, edit: {}, shows: '' }] as const);

/** What each edit writes. The environment is that of all builds from there on. */
interface Edit {
	files?: Record<string, string>;
	env?: Record<string, string>;
	/** True if a build is killed before the one that counts. */
	isKilled?: true;
}

const edits = (config: string): Record<string, Edit> => ({
	content: { files: postFile('two', 'Second') },
	'an optional field': { files: postFile('one', 'One', 'note: Noted\n') },
	code: { files: shared('Changed') },
	style: { files: shared('Changed', 'blue') },
	config: { files: { 'astro.config.mjs': config } },
	'a package': { files: greeting('Hi') },
	'the environment': { env: { SITE_MARK: 'marked' } },
	'a kill in the middle': { files: postFile('three', 'Third'), isKilled: true },
});

describe.runIf(isLong)('from the packed package', () => {
	it('renders the same as Astro after each edit', { timeout: 3_600_000 }, async () => {
		const names = kinds.flatMap(([, { packages = [] }]) => packages);
		const { modules } = await installAstro('7', ...new Set(names));
		for (const [name, kind] of kinds) {
			const site = await createSite(filesOfKind(kind), { modules, runner: inOwnProcess });
			await site.built({ KEEP_VERIFY: '1' });
			let env: Record<string, string> = {};
			const all: Record<string, Edit> = {
				...edits(configOfKind(kind, `trailingSlash: 'always',`)),
				'its own': { files: kind.edit },
			};
			for (const [edit, { files = {}, env: more, isKilled }] of Object.entries(all)) {
				env = { ...env, ...more };
				await site.write(files);
				if (isKilled) await site.killed(1);
				const said = await site.built(env);
				const made = await site.output();
				const clean = await cleanly(site, () => site.build({ ...env, SITE_PLAIN: '1' }));
				expect(clean.run.code, clean.run.output).toBe(0);
				expect(made, `${name}, ${edit}:\n${said}`).toEqual(clean.output);
			}
		}
	});
});
