import { createSpace } from 'astro-slugline/space';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAlias, isCollection, parse, parseDocument, visit } from 'yaml';
import { isLong } from '../support/long.js';
import { makeFolder, removeFolder } from '../support/test-folder.js';

// Most front matter is read by a fast reader of plain YAML, the rest by the YAML library. Here both are compared with the library alone.

const timeoutMs = 600_000;
const run = { seed: 4711, numRuns: isLong ? 400 : 15 };

/** What a space reads of a text, from the interface document: text stays text, save booleans and null. */
const plainReading = (text: string): unknown =>
	parse(text, {
		schema: 'failsafe',
		customTags: [
			{
				tag: 'tag:yaml.org,2002:null',
				default: true,
				test: /^(?:~|null|Null|NULL|)$/,
				resolve: () => null,
			},
			{
				tag: 'tag:yaml.org,2002:bool',
				default: true,
				test: /^(?:true|True|TRUE|false|False|FALSE)$/,
				resolve: (value: string) => value.toLowerCase() === 'true',
			},
		],
	});

/** The contents that a space serves for these front matters. */
async function served(fronts: readonly string[]): Promise<unknown[]> {
	const folder = await makeFolder({
		'space.yaml': 'name: Harbour\n',
		...Object.fromEntries(fronts.map((front, index) => [`s${index}.md`, `---\n${front}---\n`])),
	});
	const space = createSpace(folder);
	try {
		const contents = new Map<string, unknown>();
		for (let page = 1; contents.size < fronts.length; page++) {
			const query = `page=${page}&per_page=100&token=${space.tokens.public}`;
			const response = await space.fetch(`${space.url}/v2/cdn/stories?${query}`);
			const { stories } = await response.json();
			expect(stories.length).toBeGreaterThan(0);
			for (const story of stories) contents.set(story.slug, story.content);
		}
		return fronts.map((_, index) => contents.get(`s${index}`));
	} finally {
		await space.close();
		await removeFolder(folder);
	}
}

/** Scalars, and what may be taken for something else. */
const word = fc.constantFrom(
	...['', 'hello world', '- a', 'a: b', 'a #b', '# no', '"with \\"escapes\\" \\n"', '"bad \\x41"', '[a, b]'],
	...['[a, true, 5]', '[a,, b]', '{ a: b }', '&a b', '!tag x', '!!str 5', '? x', ': x', 'trailing '],
	...['  leading', 'a\u00a0', 'x\tb', 'a: ', '\u2028', '!!int 5'],
	..."Hello 270.50 2024-05-01 007 true False null ~ yes -5 - -- a:b a#b \"quoted\" 'single' 'it''s'".split(
		' ',
	),
	...'\' " [] ["a"] {} *a | |- > >- |2 %x @x `x ?x :x ,x x,y x] ümlaut a: = << ... --- 12:30'.split(' '),
	'https://a.example/b?c=d#e',
);

/** The lines of a value, from behind its key or dash on. */
type Lines = (indent: number) => string;

const comment = fc.constantFrom('', '', '', '', '', ' # why', '\n# apart', '\n', '\n  ', '  ');
const step = fc.constantFrom(2, 2, 2, 4, 3);
const key = fc.constantFrom(
	...['a:', 'b:', 'c_d:', 'e-f:', '"q":', 'ü:', '5:', 'null:', 'a :', '__proto__:', '<<:', '? a'],
);

const { block } = fc.letrec<{ block: Lines; scalar: Lines; map: Lines; list: Lines; literal: Lines }>(
	(tie) => ({
		block: fc.oneof(
			{ depthSize: 'small' },
			tie('scalar'),
			tie('scalar'),
			tie('map'),
			tie('list'),
			tie('literal'),
		),
		scalar: fc.tuple(word, comment).map(
			([text, more]) =>
				() =>
					` ${text}${more}\n`,
		),
		map: fc
			.tuple(step, comment, fc.array(fc.tuple(key, tie('block')), { minLength: 1, maxLength: 3 }))
			.map(([deeper, more, entries]) => (indent) => {
				const inner = indent + deeper;
				return `${more}\n${entries.map(([name, value]) => `${' '.repeat(inner)}${name}${value(inner)}`).join('')}`;
			}),
		list: fc
			.tuple(
				fc.constantFrom(0, 2),
				fc.array(fc.oneof(tie('scalar'), tie('map')), { minLength: 1, maxLength: 3 }),
			)
			.map(([deeper, items]) => (indent) => {
				const inner = indent + deeper;
				const lines = items.map((item) => `${' '.repeat(inner)}-${item(inner).replace(/^\n +/, ' ')}`);
				return `\n${lines.join('')}`;
			}),
		literal: fc
			.tuple(
				fc.constantFrom('|', '|-', '>', '|+'),
				fc.array(fc.constantFrom('One', ' two', '', '# three', 'a: b', '- c', '  '), { maxLength: 4 }),
			)
			.map(([style, lines]) => (indent) => {
				const inner = ' '.repeat(indent + 2);
				return ` ${style}\n${lines.map((each) => (each === '' ? '\n' : `${inner}${each}\n`)).join('')}`;
			}),
	}),
);
const text = block.map((value) => `  x:${value(2)}`);

test(
	'whatever is in a front matter reads as the library reads it',
	async () => {
		let compared = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(text, { minLength: 40, maxLength: 40 }), async (texts) => {
				const fronts = texts
					.map((each) => `verbatim: true\ncontent:\n  component: page\n${each}`)
					.filter((front) => isReadable(front));
				compared += fronts.length;
				const expected = fronts.map((front) => {
					const { content } = Object(plainReading(front));
					return JSON.parse(JSON.stringify({ _uid: expect.any(String), ...content }));
				});
				const contents = fronts.length === 0 ? [] : await served(fronts);
				for (const [index, content] of contents.entries()) {
					expect({ front: fronts[index], content: { ...Object(content), _uid: undefined } }).toEqual({
						front: fronts[index],
						content: { ...expected[index], _uid: undefined },
					});
				}
			}),
			run,
		);
		expect(compared).toBeGreaterThan(run.numRuns * 15);
	},
	timeoutMs,
);

/** The library reads it without errors, nothing has a tag, and a story can be made of it. */
function isReadable(front: string): boolean {
	const document = parseDocument(front, { schema: 'failsafe' });
	let isPlain = document.errors.length === 0 && document.warnings.length === 0;
	visit(document, {
		Pair: (_, { key }) => {
			if (isCollection(key)) isPlain = false;
		},
		Node: (_, node) => {
			if (isAlias(node) || node.tag !== undefined) isPlain = false;
		},
	});
	if (!isPlain) return false;
	const { content, ...others } = Object(document.toJS());
	const isVerbatim = Object.keys(others).join() === 'verbatim';
	return isVerbatim && content?.component === 'page' && !Object.hasOwn(content, '_uid');
}

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.oneof(word, fc.string({ unit: 'binary' }), fc.lorem()),
		fc.boolean(),
		fc.constant(null),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(
			fc.oneof(fc.constantFrom('a', 'b c', '5', 'true', ''), fc.string({ maxLength: 5 })),
			tie('value'),
			{ maxKeys: 3 },
		),
	),
})).value;

test(
	'a content written by the YAML library serves back equal',
	async () => {
		const { stringify } = await import('yaml');
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.dictionary(fc.constantFrom('x', 'y', 'z'), value), { minLength: 10, maxLength: 10 }),
				async (contents) => {
					const fronts = contents.map((fields) =>
						stringify(
							{ verbatim: true, content: { component: 'page', ...fields } },
							{ lineWidth: 0, aliasDuplicateObjects: false },
						),
					);
					const back = await served(fronts);
					for (const [index, fields] of contents.entries()) {
						const { _uid, ...rest } = Object(back[index]);
						expect(rest).toEqual(JSON.parse(JSON.stringify({ component: 'page', ...fields })));
					}
				},
			),
			run,
		);
	},
	timeoutMs,
);
