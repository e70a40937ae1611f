import { expect, it } from 'vitest';
import { openSpace, storyFile } from '../space/open-space.js';
import { unsorted } from '../support/recorded.js';
import { slugline } from './terminal.js';

const secret = 'Xylograph';
const files = {
	'space.yaml': `name: ${secret} Space\nlanguages: [de]\npublish_languages_independently: true\ncontent_types:\n  article: { references: [author] }\n`,
	'blog/index.md': storyFile('position: -10\n', `component: page\ntitle: ${secret}\n`),
	'blog/one.md': storyFile('position: -5\n', `component: article\ntitle: ${secret}\nauthor: people/ada\n`),
	'blog/one.de.md': storyFile('slug: eins\n', `title: ${secret}\n`),
	'blog/index.de.md': storyFile('published: false\n', `title: ${secret}\n`),
	'people/ada.md': storyFile('', `component: person\nname: ${secret}\n`),
	'datasources/colors.yaml': `entries:\n  - { name: ${secret}, value: ${secret} }\n`,
};

/** What `slugline parity` says of the stand-in, whose answers may be changed on their way. */
async function parity(lie?: (body: Record<string, never>, url: URL) => unknown) {
	const { space } = await openSpace(files, { edge: true });
	const fetch: typeof globalThis.fetch = async (input, init) => {
		const response = await space.fetch(input, init);
		if (!lie || response.status !== 200) return response;
		const body = await response.json();
		const { status, headers } = response;
		return new Response(JSON.stringify(lie(body, new URL(String(input))) ?? body), { status, headers });
	};
	const run = await slugline(['parity', '--base-url', space.url, '--token', space.tokens.public], { fetch });
	expect(run.said + run.complained).not.toContain(space.tokens.public);
	expect((run.said + run.complained).toLowerCase()).not.toMatch(/xylograph|eins|ada|harbour/);
	return run;
}

it('agrees in everything with the stand-in, and says nothing of its content', async () => {
	const { said, code } = await parity();
	expect(said).not.toMatch(/^(?:differs|not seen)/m);
	expect(said).toMatch(/\n\n29 agree, 0 differ, 0 not seen, with \d+ requests\.$/);
	expect(code).toBe(0);
});

it('says what a space that does otherwise does', async () => {
	const { said, code } = await parity((body: Record<string, unknown>, { pathname }) => {
		if (pathname.endsWith('/stories')) {
			const stories = [...(body['stories'] as Record<string, unknown>[])].reverse();
			return {
				...body,
				cv: String(body['cv']),
				stories: stories.map((one) => ({ ...one, 'Xylograph!': 1, author_id: 1 })),
			};
		}
		if (pathname.endsWith('/links')) {
			const entries = Object.entries(body['links'] as Record<string, Record<string, unknown>>);
			return {
				links: Object.fromEntries(
					entries.map(([key, { real_path: _path, ...link }]) => [
						key,
						{ ...link, published_at: '2001-01-01T00:00:00Z' },
					]),
				),
			};
		}
		return undefined;
	});
	expect(code).toBe(1);
	const differing = said
		.split('\n')
		.flatMap((line, at, all) =>
			line.startsWith('differs') ? [`${line.slice(10)} ${all[at + 1]?.trim()}`] : [],
		);
	expect(differing).toEqual([
		'Snapshots: Responses with stories contain a `cv`, an integer. `cv` is a string.',
		'Order: Without `sort_by`, stories are sorted by `position`, the lowest first, and ties by `id`, the highest first. 2 of 3 are before the one that they follow.',
		'Order: `by_uuids_ordered` returns stories in the requested order. The order is different.',
		'Stories: They have the same fields as in the embedded space. They have `author_id`, 1 more, too.',
		'Links: They have the same fields as in the embedded space. They lack `real_path`.',
		'Links: Their `published_at` equals that of the story, to the second. 3 of 3 have a different one.',
	]);
});

it('agrees with the recorded order of a list, which is in no order in the folder', async () => {
	const files = unsorted.map(([position, id]) => [
		`s${id}.md`,
		storyFile(`id: ${id}\nposition: ${position}\n`, 'component: page\n'),
	]);
	const { space: recorded } = await openSpace(Object.fromEntries([['space.yaml', ''], ...files]));
	const order = async (turn: (stories: unknown[]) => unknown[]) => {
		const fetch: typeof globalThis.fetch = async (input, init) => {
			const response = await recorded.fetch(input, init);
			if (!String(input).includes('/stories?') || response.status !== 200) return response;
			const body = await response.json();
			return Response.json({ ...body, stories: turn(body.stories) }, { headers: response.headers });
		};
		const args = ['parity', '--base-url', recorded.url, '--token', recorded.tokens.public];
		return /^(\w+) +Order: Without `sort_by`/m.exec((await slugline(args, { fetch })).said)?.[1];
	};
	expect(await order((stories) => stories)).toBe('agrees');
	expect(await order((stories) => stories.toReversed())).toBe('differs');
	// Where only ties are the other way round.
	expect(await order(([a, b, c, d, e, ...more]) => [a, b, c, e, d, ...more])).toBe('differs');
});

it('says of a space that leaves out stories without a published translation that it does so', async () => {
	const { said } = await parity((body: Record<string, unknown>, { pathname, searchParams }) =>
		pathname.endsWith('/stories') && searchParams.has('by_uuids') ? { ...body, stories: [] } : undefined,
	);
	expect(said).toMatch(/^differs +Languages: A list in a language also has[^\n]*\n +0 of 2 are listed\.$/m);
});

it('a space that shows little is not said to differ', async () => {
	const { space: empty } = await openSpace({ 'space.yaml': 'name: Empty\n' });
	const { said } = await slugline(['parity', '--base-url', empty.url, '--token', empty.tokens.public], {
		fetch: empty.fetch,
	});
	expect(said).not.toMatch(/^differs/m);
	expect(said).toMatch(/not seen {2}Stories: .*\n {10}The space has no published story\./);
});

it('ends with a sentence where nothing can be asked', async () => {
	const { space } = await openSpace(files);
	const wrong = await slugline(['parity', '--base-url', space.url, '--token', 'wrong'], {
		fetch: space.fetch,
	});
	expect(wrong).toMatchObject({ code: 1, said: '' });
	expect(wrong.complained).toContain('The API refused the token (status 401).');
	const down = await slugline(['parity', '--base-url', 'http://127.0.0.1:9', '--token', 'secret-token'], {});
	expect(down.code).toBe(1);
	expect(down.complained).toContain('No response');
	expect(down.complained).not.toContain('secret-token');
	expect((await slugline(['parity'])).complained).toContain('needs an access token');
});
