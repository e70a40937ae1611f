import type { Content } from 'astro-slugline/wire';
import fc from 'fast-check';

const name = fc.constantFrom(
	'page',
	'article',
	'hero',
	'grid',
	"it's",
	'a "b"',
	'constructor',
	'3d',
	'two words',
);
const field = fc.constantFrom('title', 'body', 'image', 'text', 'a-b', "o'c", '0', 'type', 'plugin', 'thead');
const text = fc.oneof(
	fc.string({ maxLength: 6 }),
	fc.constantFrom(
		'',
		'2026-01-31 09:00',
		'2026-01-31',
		'270.50',
		'-3',
		'*/',
		'0f8d7a4e-0000-4000-8000-000000000001',
	),
);

const asset = fc.record(
	{
		fieldtype: fc.constant('asset'),
		id: fc.option(fc.nat()),
		filename: fc.option(text),
		alt: fc.anything({ maxDepth: 0 }),
		more: text,
	},
	{ requiredKeys: ['fieldtype'] },
);
const link = fc.record(
	{
		fieldtype: fc.constant('multilink'),
		id: text,
		linktype: text,
		url: fc.option(text),
		target: text,
		more: text,
	},
	{ requiredKeys: ['fieldtype'] },
);
const plugin = fc.record(
	{
		plugin: fc.constantFrom('seo_metatags', 'colour'),
		title: fc.oneof(text, fc.nat()),
		og_image: text,
		more: fc.nat(),
	},
	{ requiredKeys: ['plugin'] },
);
const table = fc.record({
	thead: fc.array(fc.record({ value: fc.oneof(text, fc.nat()) }), { maxLength: 2 }),
	tbody: fc.array(fc.record({ body: fc.array(fc.record({ value: text }), { maxLength: 2 }) }), {
		maxLength: 2,
	}),
});

const { blok } = fc.letrec<{ blok: Content; value: unknown; node: Record<string, unknown> }>((tie) => ({
	blok: fc
		.tuple(name, fc.dictionary(field, tie('value'), { maxKeys: 4 }))
		.map(([component, fields]): Content => ({ ...fields, _uid: 'x', component })),
	value: fc.oneof(
		{ depthSize: 'small' },
		text,
		fc.boolean(),
		fc.integer(),
		fc.constant(null),
		asset,
		link,
		plugin,
		table,
		fc.jsonValue({ maxDepth: 2 }),
		tie('blok'),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.record({ type: fc.constant('doc'), content: fc.array(tie('node'), { maxLength: 2 }) }),
	),
	node: fc.oneof(
		{ depthSize: 'small' },
		fc.record({ type: fc.constant('text'), text }),
		fc.record({ type: fc.constant('paragraph'), content: fc.array(tie('node'), { maxLength: 2 }) }),
		fc.record({
			type: fc.constant('blok'),
			attrs: fc.record({ id: text, body: fc.array(tie('blok'), { maxLength: 2 }) }),
		}),
	),
}));

/** The content of a story, in all the forms that fields have, and some that they should not have. As JSON has it. */
export const anyContent: fc.Arbitrary<Content> = blok.map(
	(content): Content => JSON.parse(JSON.stringify(content)),
);
