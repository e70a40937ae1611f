import { createSpace, type Space } from 'astro-slugline/space';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storyFile } from '../space/open-space.js';
import { makeFolder, removeFolder } from '../space/temporary-folder.js';
import { slugline } from './terminal.js';

const secret = 'Xylograph';
const files = {
	'space.yaml': `name: ${secret} Space\nlanguages: [de]\ncontent_types:\n  article: { references: [author] }\n`,
	'blog/index.md': storyFile('position: 5\n', `component: page\ntitle: ${secret}\n`),
	'blog/one.md': storyFile('position: 10\n', `component: article\ntitle: ${secret}\nauthor: people/ada\n`),
	'blog/one.de.md': storyFile('slug: eins\n', `title: ${secret}\n`),
	'people/ada.md': storyFile('', `component: person\nname: ${secret}\n`),
	'datasources/colors.yaml': `entries:\n  - { name: ${secret}, value: ${secret} }\n`,
};

let folder: string;
let space: Space;

beforeAll(async () => {
	folder = await makeFolder(files);
	space = createSpace(folder, { edge: true });
	await space.ready();
});

afterAll(async () => {
	await space.close();
	await removeFolder(folder);
});

/** What `slugline parity` says of the stand-in, whose answers may be changed on their way. */
async function parity(lie?: (body: Record<string, never>, url: URL) => unknown) {
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
	expect(said).toMatch(/\n\n23 agree, 0 differ, 0 not seen, with \d+ requests\.$/);
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
		'Order: Stories are sorted by `position` by default, the highest first. A lower one comes before a higher one.',
		'Order: `by_uuids_ordered` returns stories in the requested order. The order is different.',
		'Stories: They have the same fields as in the embedded space. They have `author_id`, 1 more, too.',
		'Links: They have the same fields as in the embedded space. They lack `real_path`.',
		'Links: Their `published_at` equals that of the story, to the second. 3 of 3 have a different one.',
	]);
});

it('a space that shows little is not said to differ', async () => {
	const empty = createSpace(await makeFolder({ 'space.yaml': 'name: Empty\n' }));
	await empty.ready();
	const { said } = await slugline(['parity', '--base-url', empty.url, '--token', empty.tokens.public], {
		fetch: empty.fetch,
	});
	expect(said).not.toMatch(/^differs/m);
	expect(said).toMatch(/not seen {2}Stories: .*\n {10}The space has no published story\./);
	await empty.close();
});

it('ends with a sentence where nothing can be asked', async () => {
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
