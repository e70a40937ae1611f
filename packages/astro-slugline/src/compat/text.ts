/**
 * JSON that is safe inside a script element.
 *
 * @example <script type="application/json" set:html={sanitizeJSON(data)} />
 */
export const sanitizeJSON = (data: unknown): string =>
	JSON.stringify(data).replace(
		/[<>&\u2028\u2029]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);

/**
 * The name of a component for the name of its file.
 *
 * @example toCamelCase('hero-banner') // 'heroBanner'
 */
export const toCamelCase = (text: string): string =>
	text
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean)
		.map(
			(word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
		)
		.join('');

/** Functions of older clients for nodes and marks, by type. */
export type RichTextOfOlderClients = Readonly<Record<'nodes' | 'marks', Record<string, unknown>>>;

/**
 * The schema of the vendor's older rich text renderer. It is empty, because `renderRichText()` needs none.
 *
 * @example
 * const html = renderRichText(blok.text, { schema: cloneDeep(RichTextSchema) });
 */
export const RichTextSchema: RichTextOfOlderClients = { nodes: {}, marks: {} };
