import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace } from 'astro-slugline/space';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.js';
import { temporaryFolder } from '../support/test-folder.js';
import { openSpace, page } from './open-space.js';

// biome-ignore lint/suspicious/noExplicitAny: fields of random content
type Content = Record<string, any>;

/** Lines of a file, and an edit after which only they differ. */
interface Part {
	lines: string[];
	edit?: (content: Content) => void;
	/** True if the edit removes the lines. */
	isRemoval?: boolean;
	/** The blok that the lines are of: all of these go with it. */
	blok?: number;
}

/** How a person spells a file: the indent of fields and of lists in them, and the space in braces and behind colons. */
const spelling = fc.record({
	indent: fc.constantFrom('  ', '    '),
	listIndent: fc.constantFrom('', '  '),
	padding: fc.constantFrom('', ' '),
	gap: fc.constantFrom(' ', '  ', '   '),
	isFlow: fc.boolean(),
});

type Spelling = typeof spelling extends fc.Arbitrary<infer Value> ? Value : never;
type Make = (name: string, spelling: Spelling) => Part[];

const words = ['rope', 'tide: low', "a 'quoted' one", 'say "so"', '# no comment', '8', 'true', 'été', '- x'];
const quoted = fc.tuple(fc.constantFrom(...words), fc.boolean()).map(([text, isDouble]) => ({
	text: isDouble ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`,
	next: `${text} again` as unknown,
}));
const noise = fc.record({
	before: fc.constantFrom<string[]>([], [], ['# Of note.'], ['', '# Of note.'], [''], ['', '']),
	after: fc.constantFrom('', '', ' # why', '   # why'),
});

const set = (name: string, value: unknown) => (content: Content) => {
	content[name] = value;
};

/** Values of one line, and others. */
const plain: { text: string; next: unknown }[] = [
	{ text: '"8"', next: '9' },
	{ text: 'plain text', next: 'two\nlines\n' },
	{ text: 'true', next: false },
	{ text: '!!int 8', next: 9 },
	{ text: '!!float 0.5', next: 2 },
	{ text: 'null', next: 'a text' },
	{ text: '""', next: 'no' },
	{ text: '2024-05-01', next: '2024-05-02' },
	{ text: '007', next: '8' },
];

const line: fc.Arbitrary<Make> = fc
	.tuple(fc.oneof(quoted, fc.constantFrom(...plain)), noise)
	.map(([{ text, next }, { before, after }]) => (name, { indent, gap }) => [
		{ lines: before },
		{ lines: [`${indent}${name}:${gap}${text}${after}`], edit: set(name, next) },
	]);

const block: fc.Arbitrary<Make> = fc
	.tuple(
		fc.constantFrom('|', '|-', '>', '>-'),
		fc.array(fc.constantFrom('One line.', 'Another, longer line.', ''), { minLength: 1 }),
	)
	.map(([sign, texts]) => (name, { indent }) => {
		const inner = ['First.', ...texts, 'Last.'].map((text) => (text === '' ? '' : indent + indent + text));
		return [{ lines: [`${indent}${name}: ${sign}`, ...inner], edit: set(name, 'One\n\nother\n') }];
	});

/** Stories by slug, in one line or several. */
const related: fc.Arbitrary<Make> = fc
	.tuple(noise, fc.boolean())
	.map(([{ before, after }, isFlow]) => (_, { indent, listIndent, padding }) => {
		const item = indent + listIndent;
		const edit = (change: (list: unknown[]) => unknown) => (content: Content) => change(content['related']);
		if (isFlow) {
			const lines = [`${indent}related: [${padding}a, "b"${padding}]${after}`];
			return [{ lines: before }, { lines, edit: edit((list) => list.reverse()) }];
		}
		return [
			{ lines: [...before, `${indent}related:`] },
			{ lines: [`${item}- a # the first`], edit: edit((list) => list.shift()), isRemoval: true },
			{ lines: [`${item}- 'b'`], edit: edit((list) => list.pop()), isRemoval: true },
		];
	});

const toUrl = (url: string) => ({ url, linktype: 'url', id: '', cached_url: url });
const link: fc.Arbitrary<Make> = fc
	.constantFrom<[string, object]>(
		['link: a', toUrl('https://example.com/')],
		['link: "https://example.com/x"', toUrl('https://example.com/y')],
		['asset: /boat.jpg, alt: "A boat"', { alt: 'Two boats' }],
	)
	.map(([text, next]) => (name, { indent, padding }) => [
		{
			lines: [`${indent}${name}: {${padding}${text}${padding}} # here`],
			edit: (content) => void Object.assign(content[name], next),
		},
	]);

const bloks: fc.Arbitrary<Make> = fc
	.array(fc.tuple(quoted, noise), { minLength: 2, maxLength: 5 })
	.map((list) => (_, { indent, listIndent, padding, isFlow }) => {
		const start = indent + listIndent;
		const partsOf = ([{ text, next }, { before, after }]: (typeof list)[number], blok: number): Part[] => {
			const comments = blok === 0 ? [] : before.map((one) => (one === '' ? '' : `${start}# Blok ${blok}.`));
			const edit = (content: Content) => set('heading', next)(content['parts'][blok]);
			const heading = [`${start}- {${padding}component: part, heading: ${text}${padding}}${after}`];
			const rest = ['story: a', 'n: "8"', "deep: { component: part, heading: 'x' }"];
			const parts: Part[] = isFlow
				? [{ lines: comments }, { lines: heading, edit }]
				: [
						{ lines: [...comments, `${start}- component: part`] },
						{ lines: [`${start}  heading:  ${text}${after}`], edit },
						{ lines: rest.map((one) => `${start}  ${one}`) },
					];
			const remove = (content: Content) => content['parts'].splice(blok, 1);
			return [...parts, { lines: [], edit: remove, isRemoval: true }].map((part) => ({ ...part, blok }));
		};
		return [{ lines: [`${indent}parts:`] }, ...list.flatMap(partsOf)];
	});

const file = fc
	.record({
		spelling,
		fields: fc.array(fc.oneof(line, block, link), { minLength: 2, maxLength: 6 }),
		more: fc.tuple(related, bloks),
		front: fc.constantFrom([], ['# The story.'], ['tag_list: [ x,  y ]']),
		text: fc.constantFrom('', '\nText.\n', 'Text.\n\n\n', '\n\nText.'),
		isLast: fc.boolean(),
	})
	.map(({ spelling: style, fields, more, front, text, isLast }) => {
		const made = [...fields, ...more].map((make, index) => make(`field_${index}`, style));
		if (isLast) made.reverse();
		const head = ['---', ...front, 'name:   "A"', 'published: false', 'content:'];
		const first: Part = { lines: [...head, `${style.indent}component: page`] };
		return { parts: [first, ...made.flat(), { lines: ['---'] }], text };
	});

const spaceFile = `name: Harbour
languages: [de]
content_types:
  page: { body: text, references: [related] }
  part: { references: [story] }
`;

test('an edit changes the lines of what was edited, and undoing it restores every byte', async () => {
	const folder = await temporaryFolder({ 'space.yaml': spaceFile, 'a.md': page, 'b.md': page });
	let runs = 0;
	await fc.assert(
		fc.asyncProperty(file, fc.nat(), fc.boolean(), async ({ parts, text }, pick, isCrlf) => {
			runs += 1;
			const slug = `story-${runs}`;
			const path = join(folder, `${slug}.md`);
			const edits = parts.filter((part) => part.edit);
			const part = edits[pick % edits.length];
			const { isRemoval, blok } = part ?? {};
			const isEdited = (each: Part) => (isRemoval && blok !== undefined ? each.blok === blok : each === part);
			const textOf = (some: readonly Part[], rest = '') => {
				const joined = some.flatMap(({ lines }) => lines.map((one) => `${one}\n`)).join('') + rest;
				return isCrlf ? joined.replaceAll('\n', '\r\n') : joined;
			};
			const head = textOf(parts.slice(0, parts.findIndex(isEdited)));
			const tail = textOf(parts.slice(parts.findLastIndex(isEdited) + 1), text);
			const original = textOf(parts, text);
			await writeFile(path, original);

			const space = createSpace(folder);
			try {
				const story = await space.edit.open(slug);
				const { content } = await story.read();
				const edited = structuredClone(content);
				await story.save({ content: structuredClone(content) });
				expect(await readFile(path, 'utf8'), 'without an edit').toBe(original);
				part?.edit?.(edited);
				await story.save({ content: edited });
				const saved = await readFile(path, 'utf8');
				// Empty lines around a blok may go with it.
				const compare = (one: string) => (isRemoval ? one.replace(/(?:\r?\n)+/g, '\n') : one);
				if (isRemoval) expect(compare(saved)).toBe(compare(head + tail));
				expect(compare(saved).startsWith(compare(head).trimEnd()), `${head}\n≠\n${saved}`).toBe(true);
				expect(compare(saved).endsWith(compare(tail).trimStart()), `${tail}\n≠\n${saved}`).toBe(true);
				expect(saved).not.toContain('_uid');
				const served = (await (await space.edit.open(slug)).read()).content;
				expect(withoutUids(served), saved).toEqual(withoutUids(edited));
				await story.save({ content });
				expect(await readFile(path, 'utf8'), 'after undoing').toBe(original);
			} finally {
				await space.close();
				await rm(path);
			}
		}),
		{ seed: 36, numRuns: isLong ? 3000 : 30, endOnFailure: true },
	);
});

/** Content without what depends on the place of a blok, and what links have besides their target. */
function withoutUids(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutUids);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).filter(([name]) => !['_uid', 'cached_url'].includes(name));
	return Object.fromEntries(fields.map(([name, inner]) => [name, withoutUids(inner)]));
}

test.each<[name: string, front: string, edit: (content: Content) => void, from: string, to: string]>([
	[
		'aliases of other fields',
		'  base: &b { k:   v }\n  copy: *b\n  title:   x\n',
		set('title', 'y'),
		'title:   x',
		'title: y',
	],
	[
		'lists of lists',
		"  grid:\n  - - a\n    - 'b'\n  -\n    - c\n    -   d\n  title:   x\n",
		(content) => content['grid'][0].push('e'),
		"    - 'b'\n",
		"    - 'b'\n    - e\n",
	],
	[
		'a dash on a line of its own',
		'  parts:\n  -\n    component: part\n    heading:   x\n  -   component: part\n      heading:   y\n',
		(content) => content['parts'].shift(),
		'  -\n    component: part\n    heading:   x\n',
		'',
	],
	[
		'texts beside a list without an indent',
		'    parts:\n    - component: part\n      heading:  "x"\n    fold: >-\n        First.\n\n        Last.\n    last: >\n        First.\n        Last.\n',
		set('fold', 'One\n\nLast.'),
		'    fold: >-\n        First.\n\n        Last.\n',
		'    fold: >-\n        One\n\n\n        Last.\n',
	],
	['a body', '  title:   x\n', (content) => (content['text'] = 'Some\nmore.'), 'Text.', 'Some\nmore.'],
])('only the lines of an edit change beside %s', async (_, front, edit, from, to) => {
	for (const end of ['\n', '\r\n']) {
		const spell = (text: string) => text.replaceAll('\n', end);
		const depth = /^ */.exec(front)?.[0];
		const original = spell(
			`---\npublished: false\ncontent:\n${depth}component: page\n${front}---\n\nText.\n\nEnd.\n`,
		);
		const { folder, space } = await openSpace({ 'space.yaml': spaceFile, 'a.md': original });
		const story = await space.edit.open('a');
		const { content } = await story.read();
		const edited: Content = structuredClone(content);
		edit(edited);
		if (edited['text'] !== content['text']) edited['text'] += spell('\n\nEnd.');
		await story.save({ content: edited });
		expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe(original.replace(spell(from), spell(to)));
		await story.save({ content });
		expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe(original);
	}
});

test('a rename that writes what a story needs keeps all other lines as they are spelled', async () => {
	const one =
		'---\nname: One\ncontent:\n  component: page\n  tags:   [a,  b]\n  more: { link:  about }\n---\n';
	const { folder, space } = await openSpace({ 'about.md': page, 'blog/one.md': one });
	await space.edit.rename('blog/one', 'two');
	const renamed = await readFile(join(folder, 'blog/two.md'), 'utf8');
	expect(renamed.replace(/^(?:uuid|id|group_id): .*\n/gm, '')).toBe(one);
});
