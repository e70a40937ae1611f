import { createSpace, SpaceEditError } from 'astro-slugline/space';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.js';
import { makeFolder, removeFolder } from '../support/test-folder.js';

type Link = { uuid: string; id: number; slug: string; published: boolean; is_folder: boolean };
type State = Readonly<Record<string, Link>>;
type Space = ReturnType<typeof createSpace>;

/** An edit, and what it makes of the links; folders that it makes apart. */
type Edit = { name: string; run: (space: Space) => Promise<unknown>; expected: (before: State) => State };

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

type Editing = Space['edit'];
const editOf = (
	name: string,
	run: (edit: Editing) => Promise<unknown>,
	expected: (state: State) => State,
): Edit => ({ name, run: ({ edit }) => run(edit), expected });
const published = (at: string, published: boolean) => (state: State) => withStory(state, at, { published });
const moved = (at: string, to: string) => (state: State) => withStory(state, at, { slug: to });
const folderMoved = (at: string, to: string) => (state: State) => withFolder(state, at, to);
const without = (at: string) => (state: State) =>
	Object.fromEntries(Object.entries(state).filter(([uuid]) => uuid !== storyAt(state, at)?.uuid));

const edit: fc.Arbitrary<Edit> = fc.oneof(
	slug.map((at) => editOf(`unpublish ${at}`, (edit) => edit.unpublish(at), published(at, false))),
	slug.map((at) => editOf(`publish ${at}`, (edit) => edit.publish(at), published(at, true))),
	slug.map((at) => editOf(`delete ${at}`, (edit) => edit.delete(at), without(at))),
	fc.tuple(slug, fc.constantFrom('a', 'b', 'c')).map(([at, to]) => {
		const expected = moved(at, join(parentOf(at), to));
		return editOf(`rename ${at} ${to}`, (edit) => edit.rename(at, to), expected);
	}),
	fc.tuple(slug, folder).map(([at, to]) => {
		const expected = moved(at, join(to, lastOf(at)));
		return editOf(`move ${at} ${to}`, (edit) => edit.move(at, to), expected);
	}),
	fc.tuple(realFolder, name).map(([at, to]) => {
		const expected = folderMoved(at, join(parentOf(at), to));
		return editOf(`rename folder ${at} ${to}`, (edit) => edit.rename(at, to), expected);
	}),
	fc.tuple(realFolder, folder).map(([at, to]) => {
		const expected = folderMoved(at, join(to, lastOf(at)));
		return editOf(`move folder ${at} ${to}`, (edit) => edit.move(at, to), expected);
	}),
);

async function stateOf(space: Space): Promise<State> {
	const query = `token=${space.tokens.preview}&version=draft&per_page=1000`;
	const { links } = await (await space.fetch(`http://space.test/v2/cdn/links?${query}`)).json();
	const all: Link[] = Object.values(links);
	return Object.fromEntries(
		all.map(({ uuid, id, slug, published, is_folder }) => [uuid, { uuid, id, slug, published, is_folder }]),
	);
}

test('after edits in any order, everything retains its identity and its place', async () => {
	let done = 0;
	let refused = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
			const page = '---\ncontent: { component: page, related: [x/a] }\n---\n';
			const pages = ['a.md', 'x/a.md', 'x/b.draft.md', 'x/y/a.md', 'x/y/a.draft.md', 'z/b.md'];
			const path = await makeFolder({
				'space.yaml': 'name: Harbour\nlanguages: [de]\ncontent_types: { page: { references: [related] } }\n',
				'a.de.md': '---\nname: A\n---\n',
				...Object.fromEntries(pages.map((file) => [file, page])),
			});
			const space = createSpace(path);
			try {
				for (const each of edits) {
					const before = await stateOf(space);
					const outcome: unknown = await each.run(space).catch((error: unknown) => error);
					const after = await stateOf(space);
					if (outcome instanceof Error) {
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
