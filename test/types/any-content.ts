import type { Content } from 'astro-slugline/wire';
import fc from 'fast-check';

const names = ['page', 'article', 'hero', 'grid', "it's", 'a "b"', 'constructor', '3d', 'two words'];
const name = fc.constantFrom(...names);
const field = fc.constantFrom('title', 'body', 'image', 'text', 'a-b', "o'c", '0', 'type', 'plugin', 'thead');
const uuid = '0f8d7a4e-0000-4000-8000-000000000001';
const special = ['', '2026-01-31 09:00', '2026-01-31', '270.50', '-3', '*/', uuid];
const text = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom(...special));

const textOrNumber = fc.oneof(text, fc.nat());
const assetFields = { id: fc.option(fc.nat()), filename: fc.option(text), alt: fc.anything({ maxDepth: 0 }) };
const linkFields = { id: text, linktype: text, url: fc.option(text), target: text };
const typed = { requiredKeys: ['fieldtype' as const] };
const asset = fc.record({ fieldtype: fc.constant('asset'), ...assetFields, more: text }, typed);
const link = fc.record({ fieldtype: fc.constant('multilink'), ...linkFields, more: text }, typed);
const plugin = fc.record(
	{ plugin: fc.constantFrom('seo_metatags', 'colour'), title: textOrNumber, og_image: text, more: fc.nat() },
	{ requiredKeys: ['plugin'] },
);
const some = <T>(values: fc.Arbitrary<T>) => fc.array(values, { maxLength: 2 });
const table = fc.record({
	thead: some(fc.record({ value: textOrNumber })),
	tbody: some(fc.record({ body: some(fc.record({ value: text })) })),
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
		fc.record({ type: fc.constant('doc'), content: some(tie('node')) }),
	),
	node: fc.oneof(
		{ depthSize: 'small' },
		fc.record({ type: fc.constant('text'), text }),
		fc.record({ type: fc.constant('paragraph'), content: some(tie('node')) }),
		fc.record({ type: fc.constant('blok'), attrs: fc.record({ id: text, body: some(tie('blok')) }) }),
	),
}));

/** The content of a story, in all the forms that fields have, and some that they should not have. As JSON has it. */
export const anyContent: fc.Arbitrary<Content> = blok.map(
	(content): Content => JSON.parse(JSON.stringify(content)),
);
