import { buildChannel } from 'astro-keep/tracking';
import { overlayNow } from '../../../shared/overlay.js';
import { notice, PageError, type RenderMarkdown, refuseNoProp } from '../data/index.js';
import { type LinkOptions, nameOf } from '../paths/index.js';
import { linkedHtml } from './linked-html.js';

/** Options of `markdownHtml()`. */
export interface MarkdownOptions extends LinkOptions {
	/** Allow all HTML in the text, including scripts. Use it only if editors may also change your code. @default false */
	trusted?: boolean | undefined;
	/** Leave out the paragraph around a text of a single paragraph. @default false */
	inline?: boolean | undefined;
	/** Address of the page, for errors. */
	page?: string | undefined;
}

/**
 * Renders a Markdown field to HTML with the Markdown processor and settings of astro.config. HTML in the text is reduced to
 * harmless markup, without anything that could run a script. Links follow the rules of `href()`.
 *
 * @param props those of `<Markdown>`
 * @throws {PageError} if `<Markdown>` has no prop `text`, if the text cannot be rendered, or if a server renders the page without the
 * processor of astro.config
 * @example
 * const html = await markdownHtml(blok.text, { from: Astro.url });
 */
export async function markdownHtml(
	text: unknown,
	options: MarkdownOptions = {},
	props: { readonly text?: unknown } = { text },
): Promise<string> {
	refuseNoProp('Markdown', 'text', props, 'Write `<Markdown text={blok.body} />`.', options.page);
	if (typeof text !== 'string' && text !== null && text !== undefined)
		notice(
			'`<Markdown>` was given something other than text, so it renders nothing. Show bloks with `<Blok blok={blok.body} />`, and rich text with `<RichText>`.',
			options.page ?? nameOf(options.from),
		);
	if (typeof text !== 'string' || text.trim() === '') return '';
	const render = buildChannel().renderMarkdown ?? (await onServer());
	const { trusted = false, inline = false, page } = options;
	const rendered = await render(text, { trusted }).catch((error: unknown) => {
		throw new PageError(
			`A Markdown field${page === undefined ? '' : ` on the page ${page}`} cannot be rendered: ${reasonOf(error)}.`,
			'Simplify the field in the editor.',
		);
	});
	const html = linkedHtml(rendered, options);
	const line = inline ? /^<p>(.*)<\/p>$/s.exec(html.trim())?.[1] : undefined;
	return line === undefined || line.includes('</p>') ? html : line;
}

/** The processor that a server makes again. In preview, a page without the work of plugins is better than none. */
async function onServer(): Promise<RenderMarkdown> {
	const { markdown } = await import('virtual:astro-slugline/markdown');
	if (markdown?.isComplete || (markdown && overlayNow())) return markdown.render;
	const why = markdown
		? 'which has no functions of astro.config, and so no plugins for its Markdown fields'
		: 'which cannot run the Markdown processor of astro.config';
	// Servers log no hints.
	throw new PageError(
		`This page is rendered on a server, ${why}. Prerender the page, or convert the field to HTML with a Markdown library of your own.`,
	);
}

function reasonOf(error: unknown): string {
	// Parsers of Markdown and HTML are recursive and overflow the stack.
	if (error instanceof RangeError) return 'it is nested too deep';
	return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
