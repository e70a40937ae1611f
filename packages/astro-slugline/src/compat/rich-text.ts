import {
	type BlokLike,
	bloksOf,
	escapeText,
	type RichTextComponents,
	type RichTextField,
	type RichTextNode,
	type RichTextPart,
	type RichTextProps,
	richTextParts,
} from '../astro/page/rendering/index.js';

/**
 * Functions that return HTML for a node or mark, by its type. They receive the node, with its content as `children` and `text`,
 * both safe HTML.
 */
export type RichTextResolvers = Record<
	string,
	(node: Record<string, unknown> & { children: string; text: string }) => unknown
>;

/** Options of `renderRichText()`. */
export interface RichTextOptions {
	/** HTML for a blok in the text. Without it, bloks are omitted, because HTML text cannot contain a component. */
	resolver?: (component: string, blok: Record<string, unknown>) => unknown;
	/** HTML for nodes and marks, by type. `blok` receives the node of a blok. */
	resolvers?: RichTextResolvers;
}

/**
 * Renders rich text as safe HTML. Links lead to the current paths of their stories, and URLs that could run script are removed.
 * To render bloks within the text, use `<RichText>` from astro-slugline/components/RichText.astro.
 *
 * @example <div set:html={renderRichText(blok.text)} />
 */
export function renderRichText(doc: RichTextField, options: RichTextOptions = {}): string {
	const { resolvers = {} } = options;
	const components: RichTextComponents = Object.fromEntries(
		Object.keys(resolvers).map((type) => [type, placeholder]),
	);
	return html(richTextParts(doc, { components }), options);
}

/** The vendor's rich-text resolver: an object with `render()`. */
export const richTextResolver = (options: RichTextOptions = {}) => ({
	render: (doc: RichTextField): string => renderRichText(doc, options),
});

/** Stands for a resolver among the components. It is never called. */
const placeholder = () => undefined;

function html(parts: readonly RichTextPart[], options: RichTextOptions): string {
	return parts.map((part) => htmlOf(part, options)).join('');
}

function htmlOf(part: RichTextPart, options: RichTextOptions): string {
	if (typeof part === 'string') return part;
	if (part.kind === 'code') {
		const language = part.language === undefined ? '' : ` class="language-${escapeText(part.language)}"`;
		return `<pre><code${language}>${escapeText(part.code)}</code></pre>`;
	}
	if (part.kind === 'bloks') {
		const { resolver } = options;
		if (!resolver) return '';
		return bloksOf(part.bloks as BlokLike[])
			.map((blok) => String(resolver(blok.component, { ...blok }) ?? ''))
			.join('');
	}
	return resolved(part.props, html(part.children, options), options);
}

function resolved({ node, mark }: RichTextProps, children: string, options: RichTextOptions): string {
	const given: Partial<RichTextNode> = node ?? mark ?? {};
	const resolve = given.type === undefined ? undefined : options.resolvers?.[given.type];
	return String(resolve?.({ ...given, children, text: children }) ?? children);
}
