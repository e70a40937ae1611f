import { createSpace, SpaceEditError } from 'astro-slugline/space';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.js';
import { makeFolder, removeFolder } from './temporary-folder.js';

type Link = { uuid: string; id: number; slug: string; published: boolean; is_folder: boolean };
type State = Readonly<Record<string, Link>>;
type Space = ReturnType<typeof createSpace>;

/** An edit, and what it makes of the links; folders that it makes apart. */
type Edit = { name: string; run: (space: Space) => Promise<void>; expected: (before: State) => State };

const folders = ['', 'x', 'x/y', 'z'];
const names = ['f', 'x', 'y', 'z'];
const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const lastOf = (slug: string) => slug.split('/').at(-1) ?? '';
const parentOf = (slug: string) => slug.split('/').slice(0, -1).join('/');

const storyAt = (state: State, slug: string) =>
	Object.values(state).find((link) => !link.is_folder && link.slug === slug);
const withStory = (state: State, slug: string, change: Partial<Link>): State => {
	const story = storyAt(state, slug);
	return story ? { ...state, [story.uuid]: { ...story, ...change } } : state;
};
const withFolder = (state: State, from: string, to: string): State =>
	Object.fromEntries(
		Object.entries(state).map(([uuid, link]) => {
			const isIn = link.slug.startsWith(`${from}/`) || (link.is_folder && link.slug === from);
			return [uuid, isIn ? { ...link, slug: to + link.slug.slice(from.length) } : link];
		}),
	);

const folder = fc.constantFrom(...folders);
const realFolder = fc.constantFrom(...folders.slice(1));
const name = fc.constantFrom(...names);
const slug = fc.tuple(folder, fc.constantFrom('a', 'b')).map(([parent, own]) => join(parent, own));

const edit: fc.Arbitrary<Edit> = fc.oneof(
	slug.map((at) => ({
		name: `unpublish ${at}`,
		run: (space: Space) => space.edit.unpublish(at),
		expected: (state: State) => withStory(state, at, { published: false }),
	})),
	slug.map((at) => ({
		name: `publish ${at}`,
		run: (space: Space) => space.edit.publish(at),
		expected: (state: State) => withStory(state, at, { published: true }),
	})),
	fc.tuple(slug, fc.constantFrom('a', 'b', 'c')).map(([at, to]) => ({
		name: `rename ${at} ${to}`,
		run: (space: Space) => space.edit.rename(at, to),
		expected: (state: State) => withStory(state, at, { slug: join(parentOf(at), to) }),
	})),
	fc.tuple(slug, folder).map(([at, to]) => ({
		name: `move ${at} ${to}`,
		run: (space: Space) => space.edit.move(at, to),
		expected: (state: State) => withStory(state, at, { slug: join(to, lastOf(at)) }),
	})),
	fc.tuple(realFolder, name).map(([at, to]) => ({
		name: `rename folder ${at} ${to}`,
		run: (space: Space) => space.edit.rename(at, to),
		expected: (state: State) => withFolder(state, at, join(parentOf(at), to)),
	})),
	fc.tuple(realFolder, folder).map(([at, to]) => ({
		name: `move folder ${at} ${to}`,
		run: (space: Space) => space.edit.move(at, to),
		expected: (state: State) => withFolder(state, at, join(to, lastOf(at))),
	})),
	slug.map((at) => ({
		name: `delete ${at}`,
		run: (space: Space) => space.edit.delete(at),
		expected: (state: State) =>
			Object.fromEntries(Object.entries(state).filter(([uuid]) => uuid !== storyAt(state, at)?.uuid)),
	})),
);

async function stateOf(space: Space): Promise<State> {
	const query = `token=${space.tokens.preview}&version=draft&per_page=1000`;
	const { links } = await (await space.fetch(`http://space.test/v2/cdn/links?${query}`)).json();
	const all: Link[] = Object.values(links);
	const reported = all.map(({ uuid, id, slug: at, published, is_folder }) => ({
		uuid,
		id,
		slug: at,
		published,
		is_folder,
	}));
	return Object.fromEntries(reported.map((link) => [link.uuid, link]));
}

test('after edits in any order, everything retains its identity and its place', async () => {
	let done = 0;
	let refused = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
			const page = '---\ncontent: { component: page, related: [x/a] }\n---\n';
			const path = await makeFolder({
				'space.yaml': 'name: Harbour\nlanguages: [de]\ncontent_types: { page: { references: [related] } }\n',
				'a.md': page,
				'a.de.md': '---\nname: A\n---\n',
				'x/a.md': page,
				'x/b.draft.md': page,
				'x/y/a.md': page,
				'x/y/a.draft.md': page,
				'z/b.md': page,
			});
			const space = createSpace(path);
			try {
				for (const each of edits) {
					const before = await stateOf(space);
					const outcome = await each.run(space).then(
						() => undefined,
						(error: unknown) => error,
					);
					const after = await stateOf(space);
					if (outcome !== undefined) {
						refused++;
						expect(after, each.name).toEqual(before);
						// A story that others name by its slug cannot go: the folder could not be served.
						if (!each.name.startsWith('delete')) expect(outcome, each.name).toBeInstanceOf(SpaceEditError);
						continue;
					}
					done++;
					const made = Object.values(after).filter((link) => link.is_folder && !before[link.uuid]);
					expect(after, each.name).toEqual({
						...each.expected(before),
						...Object.fromEntries(made.map((link) => [link.uuid, link])),
					});
				}
			} finally {
				await space.close();
				await removeFolder(path);
			}
		}),
		{ seed: 11, numRuns: isLong ? 1000 : 15 },
	);
	expect(done).toBeGreaterThan(refused / 4);
	expect(refused).toBeGreaterThan(0);
});
