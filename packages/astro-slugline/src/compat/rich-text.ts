import { named } from 'astro-keep/shared/text/named';
import type { LinkOptions } from '../astro/page/paths/index.js';
import {
	type BlokLike,
	bloksOf,
	type RichTextComponents,
	type RichTextField,
	type RichTextNode,
	type RichTextPart,
	type RichTextProps,
	richTextParts,
} from '../astro/page/rendering/index.js';
import { escapeHtml } from '../shared/text/escape-html.js';
import type { RichTextOfOlderClients } from './text.js';

/**
 * Functions that return HTML for a node or mark, by its type. They receive the node, with its content as `text` and, for nodes, in
 * parts as `children`; both are safe HTML. In a string, `children` are joined without a separator.
 */
export type RichTextResolvers = Record<
	string,
	(node: Record<string, unknown> & { children: string[]; text: string }) => unknown
>;

/** Options of `renderRichText()`. */
export interface RichTextOptions extends LinkOptions {
	/** HTML for a blok in the text. Without it, bloks are omitted, because HTML text cannot contain a component. */
	resolver?: (component: string, blok: Record<string, unknown>) => unknown;
	/** HTML for nodes and marks, by type. `blok` receives the node of a blok. */
	resolvers?: RichTextResolvers;
	/** `RichTextSchema`, or a copy of it. */
	schema?: RichTextOfOlderClients;
}

/**
 * Renders rich text as safe HTML. Links lead to the current paths of their stories, in the language of `from` or `lang`, or else in that
 * of the given address. URLs that could run script are removed.
 * To render bloks within the text, use `<RichText>` from astro-slugline/components/RichText.astro.
 *
 * @throws {Error} if the schema of an older client has functions
 * @example <div set:html={renderRichText(blok.text)} />
 */
export function renderRichText(doc: RichTextField, options: RichTextOptions = {}): string {
	const { resolvers = {}, schema } = options;
	const own = Object.keys({ ...schema?.nodes, ...schema?.marks });
	if (own.length > 0)
		throw new Error(
			`renderRichText() of astro-slugline/compat cannot use the functions for ${named(own)} in \`schema\`, because they are those of an older client. Pass functions that return HTML as \`resolvers\` instead, or render with <RichText nodes={…} marks={…}>.`,
		);
	const components: RichTextComponents = Object.fromEntries(
		Object.keys(resolvers).map((type) => [type, placeholder]),
	);
	const { lang, locale, from } = options;
	return html(richTextParts(doc, { components, lang, locale, from }), options);
}

/**
 * The vendor's rich-text resolver: an object with `render()`.
 *
 * @example
 * const html = richTextResolver().render(blok.text);
 */
export const richTextResolver = (options: RichTextOptions = {}) => ({
	render: (doc: RichTextField): string => renderRichText(doc, options),
});

/** The part of a rich text that a resolver stands for. */
type Resolvable = Extract<RichTextPart, { props: RichTextProps }>;

/** Stands for a resolver among the components. It is never called. */
const placeholder = () => undefined;

function html(parts: readonly RichTextPart[], options: RichTextOptions): string {
	return parts.map((part) => htmlOf(part, options)).join('');
}

function htmlOf(part: RichTextPart, options: RichTextOptions): string {
	if (typeof part === 'string') return part;
	if (part.kind === 'code') {
		const language = part.language === undefined ? '' : ` class="language-${escapeHtml(part.language)}"`;
		return `<pre><code${language}>${escapeHtml(part.code)}</code></pre>`;
	}
	if (part.kind === 'bloks') {
		const { resolver } = options;
		if (!resolver) return '';
		return bloksOf(part.bloks as BlokLike[])
			.map((blok) => String(resolver(blok.component, { ...blok }) ?? ''))
			.join('');
	}
	return resolved(part, options);
}

function resolved({ props, children }: Resolvable, options: RichTextOptions): string {
	const { node, mark }: RichTextProps = props;
	const given: Partial<RichTextNode> = node ?? mark ?? {};
	const resolve = given.type === undefined ? undefined : options.resolvers?.[given.type];
	const content = mark === undefined ? (given.content ?? []) : [];
	const parts =
		content.length > 0
			? content.map((one) => renderRichText({ type: 'doc', content: [one] }, options))
			: [html(children, options)];
	const text = parts.join('');
	return String(resolve?.({ ...given, children: partsOf(parts), text }) ?? text);
}

/** Parts that join themselves in a string. */
const partsOf = (parts: string[]): string[] =>
	Object.defineProperty(parts, 'toString', { value: () => parts.join(''), enumerable: false });
