const refuse = (): never => {
	throw new Error(
		'RichTextSchema is not part of astro-slugline/compat, because rich text is not rendered by the schema of an older client. Render with `renderRichText(doc, { resolvers: { heading: … } })`, or with <RichText nodes={…} marks={…}>.',
	);
};

/**
 * The schema of the vendor's older rich text renderer. It has no counterpart, and any use of it is an error that says what to do.
 *
 * @throws {Error} when anything of it is read
 */
export const RichTextSchema: Readonly<Record<string, never>> = new Proxy(
	{},
	{ get: refuse, has: refuse, ownKeys: refuse },
);
