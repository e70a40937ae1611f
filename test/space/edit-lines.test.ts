import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace } from 'astro-slugline/space';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '../support/long.js';
import { makeFolder, removeFolder } from './temporary-folder.js';

// biome-ignore lint/suspicious/noExplicitAny: fields of random content
type Content = Record<string, any>;

/** Lines of a file, and an edit after which only they differ. */
interface Part {
	lines: string[];
	edit?: (content: Content) => void;
	/** True if the edit removes the lines. */
	isRemoval?: boolean;
}

/** How a person spells a file. */
interface Spelling {
	indent: string;
	listIndent: string;
	padding: string;
	gap: string;
	isFlow: boolean;
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
	indent: fc.constantFrom('  ', '    '),
	listIndent: fc.constantFrom('', '  '),
	padding: fc.constantFrom('', ' '),
	gap: fc.constantFrom(' ', '  ', '   '),
	isFlow: fc.boolean(),
});

const word = fc.constantFrom(
	'rope',
	'tide: low',
	"a 'quoted' one",
	'say "so"',
	'# no comment',
	'8',
	'true',
	'été',
	'- x',
);
const quoted = (text: string) => [JSON.stringify(text), `'${text.replaceAll("'", "''")}'`];
const noise = fc.record({
	before: fc.constantFrom<string[]>([], [], ['# Of note.'], ['', '# Of note.'], [''], ['', '']),
	after: fc.constantFrom('', '', ' # why', '   # why'),
});

type Field = { name: string; parts: Part[] };
type Make = (name: string, spelling: Spelling) => Field;

const set = (name: string, value: unknown) => (content: Content) => {
	content[name] = value;
};

/** A field of one line, and another value. */
const line: fc.Arbitrary<Make> = fc
	.record({
		value: fc.oneof(
			fc.tuple(word, word, fc.boolean()).map(([text, next, isDouble]) => ({
				text: quoted(text)[isDouble ? 0 : 1],
				next: `${next} again`,
			})),
			fc.constantFrom(
				...[
					{ text: '"8"', next: '9' },
					{ text: 'plain text', next: 'two\nlines\n' },
					{ text: 'true', next: false },
				],
				...[
					{ text: '!!int 8', next: 9 },
					{ text: '!!float 0.5', next: 2 },
					{ text: 'null', next: 'a text' },
				],
				...[
					{ text: '""', next: 'no' },
					{ text: '2024-05-01', next: '2024-05-02' },
					{ text: '007', next: '8' },
				],
			),
		),
		noise,
	})
	.map(({ value, noise: { before, after } }) => (name, { indent, gap }) => ({
		name,
		parts: [
			{ lines: before },
			{ lines: [`${indent}${name}:${gap}${value.text}${after}`], edit: set(name, value.next) },
		],
	}));

const block: fc.Arbitrary<Make> = fc
	.tuple(
		fc.constantFrom('|', '|-', '>', '>-'),
		fc.array(fc.constantFrom('One line.', 'Another, longer line.', ''), { minLength: 1 }),
	)
	.map(([sign, texts]) => (name, { indent }) => ({
		name,
		parts: [
			{
				lines: [
					`${indent}${name}: ${sign}`,
					...['First.', ...texts, 'Last.'].map((text) => (text === '' ? '' : indent + indent + text)),
				],
				edit: set(name, 'One\n\nother\n'),
			},
		],
	}));

/** Stories by slug, in one line or several. */
const related: fc.Arbitrary<Make> = fc
	.tuple(noise, fc.boolean())
	.map(([{ before, after }, isFlow]) => (_, { indent, listIndent, padding }) => {
		const name = 'related';
		const swap = (content: Content) => content[name].reverse();
		if (isFlow)
			return {
				name,
				parts: [
					{ lines: before },
					{ lines: [`${indent}${name}: [${padding}a, "b"${padding}]${after}`], edit: swap },
				],
			};
		return {
			name,
			parts: [
				{ lines: [...before, `${indent}${name}:`] },
				{
					lines: [`${indent}${listIndent}- a # the first`],
					edit: (content) => content[name].shift(),
					isRemoval: true,
				},
				{ lines: [`${indent}${listIndent}- 'b'`], edit: (content) => content[name].pop(), isRemoval: true },
			],
		};
	});

const link: fc.Arbitrary<Make> = fc
	.constantFrom(
		['link: a', 'url', 'https://example.com/'],
		['link: "https://example.com/x"', 'url', 'https://example.com/y'],
		['asset: /boat.jpg, alt: "A boat"', 'alt', 'Two boats'],
	)
	.map(([text, part, next]) => (name, { indent, padding }) => ({
		name,
		parts: [
			{
				lines: [`${indent}${name}: {${padding}${text}${padding}} # here`],
				edit(content) {
					const isUrl = part === 'url';
					Object.assign(
						content[name],
						{ [part ?? '']: next },
						isUrl ? { linktype: 'url', id: '', cached_url: next } : {},
					);
				},
			},
		],
	}));

const bloks: fc.Arbitrary<Make> = fc
	.array(fc.tuple(word, noise, fc.boolean()), { minLength: 2, maxLength: 5 })
	.map((list) => (_, { indent, listIndent, padding, isFlow }) => {
		const name = 'parts';
		const start = indent + listIndent;
		const parts: Part[] = [{ lines: [`${indent}${name}:`] }];
		for (const [place, [text, { before, after }, isDouble]] of list.entries()) {
			const written = quoted(text)[isDouble ? 0 : 1];
			const comments = place === 0 ? [] : before.map((one) => (one === '' ? '' : `${start}# Blok ${place}.`));
			const remove = { edit: (content: Content) => content[name].splice(place, 1), isRemoval: true };
			const change = (content: Content) => {
				content[name][place].heading = `${text} more`;
			};
			if (isFlow) {
				const lines = [`${start}- {${padding}component: part, heading: ${written}${padding}}${after}`];
				parts.push({ lines: comments }, { lines, edit: change });
			} else {
				parts.push(
					{ lines: [...comments, `${start}- component: part`] },
					{ lines: [`${start}  heading:  ${written}${after}`], edit: change },
					{
						lines: [
							`${start}  story: a`,
							`${start}  n: "8"`,
							`${start}  deep: { component: part, heading: 'x' }`,
						],
					},
				);
			}
			const own = parts.splice(isFlow ? -2 : -3);
			// The lines of one blok: its parts, and an edit that removes all of them.
			parts.push(...own.map((part) => ({ ...part, group: place })), {
				lines: [],
				...remove,
				group: place,
			} as Part);
		}
		return { name, parts };
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
		const made = [
			...fields.map((make, index) => make(`field_${index}`, style)),
			...more.map((make) => make('', style)),
		];
		if (isLast) made.reverse();
		const parts: Part[] = [
			{
				lines: [
					'---',
					...front,
					'name:   "A"',
					'published: false',
					'content:',
					`${style.indent}component: page`,
				],
			},
			...made.flatMap((one) => one.parts),
			{ lines: ['---'] },
		];
		return { parts, text };
	});

const spaceFile = `name: Harbour
languages: [de]
content_types:
  page: { body: text, references: [related] }
  part: { references: [story] }
`;
const page = '---\ncontent: { component: page }\n---\n';

test('an edit changes the lines of what was edited, and undoing it restores every byte', async () => {
	const folder = await makeFolder({ 'space.yaml': spaceFile, 'a.md': page, 'b.md': page });
	onTestFinished(() => removeFolder(folder));
	let runs = 0;
	await fc.assert(
		fc.asyncProperty(file, fc.nat(), fc.boolean(), async ({ parts, text }, pick, isCrlf) => {
			runs += 1;
			const slug = `story-${runs}`;
			const path = join(folder, `${slug}.md`);
			const groupOf = (part: Part | undefined) => (part as { group?: number } | undefined)?.group;
			const edits = parts.flatMap((part, index) => (part.edit ? [index] : []));
			const chosen = edits[pick % edits.length] ?? 0;
			const part = parts[chosen];
			const isBlok = part?.isRemoval && groupOf(part) !== undefined;
			const isEdited = (each: Part, index: number) =>
				isBlok ? groupOf(each) === groupOf(part) : index === chosen;
			const textOf = (some: Part[]) => some.flatMap(({ lines }) => lines.map((one) => `${one}\n`)).join('');
			const first = parts.findIndex(isEdited);
			const last = parts.findLastIndex(isEdited);
			const spell = (one: string) => (isCrlf ? one.replaceAll('\n', '\r\n') : one);
			const [head, tail] = [
				spell(textOf(parts.slice(0, first))),
				spell(textOf(parts.slice(last + 1)) + text),
			];
			const original = spell(textOf(parts) + text);
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
				const compare = (one: string) => (part?.isRemoval ? one.replace(/(?:\r?\n)+/g, '\n') : one);
				if (part?.isRemoval) expect(compare(saved)).toBe(compare(head + tail));
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
		const folder = await makeFolder({ 'space.yaml': spaceFile, 'a.md': original });
		onTestFinished(() => removeFolder(folder));
		const space = createSpace(folder);
		onTestFinished(() => space.close());
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
