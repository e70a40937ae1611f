import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace, type Space } from 'astro-slugline/space';
import { afterEach, expect, it } from 'vitest';
import { createRandom, type Random } from '../support/random.js';
import { createSite, type Site } from '../support/site.js';
import { variedSite, variedSpace } from '../support/varied-site.js';

// After any sequence of changes, failed and killed builds, and foreign changes to the output, a build gives what a clean
// build gives, byte for byte.

const long = process.env['SLUGLINE_LONG'] !== undefined;
const sequences = 24;
const steps = 7;

interface World {
	site: Site;
	space: Space;
	random: Random;
	/** Reverts the last change of content or code. */
	undo: (() => Promise<unknown>) | undefined;
	made: number;
}

type Step = (world: World) => Promise<unknown>;

/** Slugs of the stories that may be changed. A change that is impossible in the current space changes nothing. */
const slugs = [
	'home',
	'blog',
	'blog/one',
	'blog/two',
	'blog/three',
	'authors/ada',
	'authors/bob',
	'settings',
];

const attempt = (change: () => Promise<unknown>): Promise<unknown> => change().catch(() => undefined);

const write = (world: World, path: string, text: string, before: string) => {
	world.undo = () => world.site.write({ [path]: before });
	return world.site.write({ [path]: text });
};

/** Changes a file of the site's code: writes a number after the first group of the pattern. */
const code =
	(path: keyof typeof variedSite, pattern: RegExp): Step =>
	(world) => {
		const before = variedSite[path];
		return write(world, path, before.replace(pattern, `$1${world.random.below(100)}`), before);
	};

const contents: Record<string, Step> = {
	'edits a story': ({ space, random }) =>
		attempt(() => space.edit.write(random.of(slugs), { content: { title: `Title ${random.below(50)}` } })),
	'edits a story and reverts it later': async (world) => {
		const { space, random } = world;
		const slug = random.of(slugs.slice(2, 5));
		await attempt(() => space.edit.write(slug, { content: { title: `For now ${random.below(50)}` } }));
		world.undo = () => attempt(() => space.edit.write(slug, { content: { title: 'As it was' } }));
	},
	'adds a story': (world) =>
		attempt(() => {
			world.made += 1;
			return world.space.edit.write(`blog/new-${world.made}`, {
				frontmatter: { name: `New ${world.made}` },
				content: { component: 'article', title: `New ${world.made}` },
			});
		}),
	'moves a story to another position': ({ space, random }) =>
		attempt(() => space.edit.write(random.of(slugs), { frontmatter: { position: random.below(9) } })),
	'tags a story': ({ space, random }) =>
		attempt(() =>
			space.edit.write(random.of(slugs), { frontmatter: { tag_list: [`tag ${random.below(9)}`] } }),
		),
	'unpublishes a story': ({ space, random }) =>
		attempt(() => space.edit.unpublish(random.of(slugs.slice(2)))),
	'publishes a story': ({ space, random }) => attempt(() => space.edit.publish(random.of(slugs.slice(2)))),
	'deletes a story': (world) => attempt(() => world.space.edit.delete(`blog/new-${world.made}`)),
	'renames a story': (world) =>
		attempt(() => world.space.edit.rename('blog/three', world.random.of(['three', 'third', 'drei']))),
	'renames a folder': ({ space, random }) =>
		attempt(() => space.edit.rename(random.of(['blog', 'journal']), random.of(['blog', 'journal']))),
	'translates a story': ({ space, random }) =>
		attempt(() =>
			space.edit.write('blog/two', {
				language: 'de',
				frontmatter: { slug: random.of(['zwei', 'zwo']) },
				content: { title: `Zwei ${random.below(9)}` },
			}),
		),
	'edits a datasource': ({ space, random }) =>
		attempt(() => space.edit.setEntry('labels', { name: 'more', value: `more ${random.below(9)}` })),
	'edits a collection of another loader': (world) =>
		write(
			world,
			'notes/first.md',
			`---\ntitle: First ${world.random.below(9)}\n---\nA **note**.\n`,
			variedSite['notes/first.md'],
		),
};

const codes: Record<string, Step> = {
	'edits a component': code('src/components/Frame.astro', /(v)\d+/),
	'edits a library': code('src/lib/menu.ts', /(no settings)/),
	'edits middleware': code('src/middleware.js', /(hello)/),
	'edits the config': code('astro.config.mjs', /(\n)$/),
	'edits a page': code('src/pages/fixed.astro', /(Nothing)/),
	'adds a public file': (world) => world.site.write({ 'public/more.txt': `more ${world.random.below(9)}` }),
	'puts a public file over a page': (world) => world.site.write({ 'public/fixed/index.html': 'public' }),
	'removes public files': ({ site }) => site.remove('public/more.txt', 'public/fixed'),
	'adds a page': ({ site }) => site.write({ 'src/pages/extra.astro': '<p>Extra.</p>' }),
	'removes a page': ({ site }) => site.remove('src/pages/extra.astro'),
};

const hands: Record<string, Step> = {
	'reverts the last change': ({ undo }) => (undo ? undo() : Promise.resolve()),
	'puts a foreign file into the output': ({ site }) => site.write({ 'dist/foreign.html': 'foreign' }),
	'edits a page in the output': ({ site }) => site.write({ 'dist/blog/index.html': 'foreign' }),
	'removes a page from the output': ({ site }) => site.remove('dist/index.html'),
	'removes the output': ({ site }) => site.remove('dist'),
	'removes the cache of Slugline': ({ site }) => site.remove('node_modules/.astro/slugline'),
	'removes the copies of pages': ({ site }) => site.remove('node_modules/.astro/slugline/pages'),
	'removes the data store of Astro': ({ site }) => site.remove('node_modules/.astro/data-store.json'),
	'fails a build': async ({ site }) => {
		await site.write({ 'src/pages/zzz.astro': '---\nthrow new Error("on purpose");\n---\n' });
		expect((await site.build()).code).toBe(1);
		await site.remove('src/pages/zzz.astro');
	},
	'kills a build': ({ site, random }) => site.killed(random.below(20)),
};

const all = { ...contents, ...codes, ...hands };

/** Pages that read what others do not: dates, positions, and tags, some through a stateful module. */
const more = {
	'src/lib/remember.ts': `const kept = new Map();
export const remember = (key, make) => kept.has(key) ? kept.get(key) : kept.set(key, make()).get(key);`,
	'src/lib/tags.ts': `import { getCollection } from 'astro:content';
export const tags = async () => (await getCollection('pages')).flatMap(({ data }) => data.tag_list);`,
	'src/pages/latest.astro': `---
import { getCollection } from 'astro:content';
import { remember } from '../lib/remember';
import { tags } from '../lib/tags';
const pages = (await getCollection('pages')).sort((a, b) => b.data.published_at.localeCompare(a.data.published_at) || a.id.localeCompare(b.id));
---
<p>{pages.map(({ id, data }) => id + data.published_at).join()}</p><p>{(await remember('tags', tags)).join()}</p>`,
	'src/pages/order.astro': `---
import { getCollection } from 'astro:content';
import { query } from 'astro-slugline/content';
import { remember } from '../lib/remember';
import { tags } from '../lib/tags';
const links = (await getCollection('links')).sort((a, b) => a.data.position - b.data.position || a.id.localeCompare(b.id));
const asked = await query({ collection: 'links', sort: ['position', 'uuid'], fields: ['name'] });
---
<p>{links.map(({ data }) => data.name).join()}</p><p>{asked.map(({ data }) => data.name).join()}</p><p>{(await remember('tags', tags)).join()}</p>`,
};

let site: Site | undefined;
let clean: Site | undefined;
let space: Space | undefined;

afterEach(async () => {
	await space?.close();
	await site?.delete();
	await clean?.delete();
});

/** Output of a clean build of the same content. */
async function cleanOutput(from: Site, to: Site): Promise<Record<string, string>> {
	await to.remove(
		'space',
		'src',
		'public',
		'notes',
		'astro.config.mjs',
		'dist',
		'.astro',
		'node_modules/.astro',
	);
	for (const name of ['space', 'src', 'public', 'notes', 'astro.config.mjs'])
		await cp(join(from.folder, name), join(to.folder, name), { recursive: true });
	const { code, output } = await to.build();
	expect(code, output).toBe(0);
	return to.output();
}

// In a short run, the generator compares each step of a site with a clean build.
it.runIf(long).each(Array.from({ length: sequences }, (_, at) => at + 1))(
	'sequence %i gives the output of a clean build after each step',
	{ timeout: 600_000 },
	async (seed) => {
		site = await createSite({ ...variedSite, ...variedSpace, ...more });
		clean = await createSite({ 'package.json': variedSite['package.json'] });
		space = createSpace(join(site.folder, 'space'));
		const world: World = { site, space, random: createRandom(seed), undo: undefined, made: 0 };
		const done: string[] = [];
		expect((await site.build()).code).toBe(0);
		for (let step = 0; step < steps; step += 1) {
			for (let changes = 1 + world.random.below(3); changes > 0; changes -= 1) {
				const kind = world.random.of([contents, contents, codes, hands]);
				const name = world.random.of(Object.keys(kind));
				done.push(name);
				await all[name]?.(world);
			}
			const { code, output } = await site.build();
			expect(code, `${done.join('\n')}\n${output}`).toBe(0);
			done.push('-- build');
			expect(await site.output(), done.join('\n')).toEqual(await cleanOutput(site, clean));
		}
	},
);
