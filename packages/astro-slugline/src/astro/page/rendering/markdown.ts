import { AstroError } from 'astro/errors';
import { givenMarkdown } from '../tracking/index.js';

export interface MarkdownOptions {
	/** Keep all HTML in the text, scripts too: only where you would let the editors change your code. */
	trusted?: boolean | undefined;
	/** Leave out the paragraph around a text that is one line. */
	inline?: boolean | undefined;
	/** Address of the page, for errors. */
	page?: string | undefined;
}

/**
 * A Markdown field as HTML, by the Markdown processor and settings of astro.config. HTML in the text is kept as far as it
 * only marks up: nothing that could run script.
 *
 * @throws {AstroError} if the text cannot be rendered, or on a page that is rendered by a server
 * @example
 * const html = await markdownHtml(blok.text);
 */
export async function markdownHtml(text: unknown, options: MarkdownOptions = {}): Promise<string> {
	if (typeof text !== 'string' || text.trim() === '') return '';
	const render = givenMarkdown();
	if (!render) {
		throw new AstroError(
			'Markdown is rendered while the site is built, and this page is rendered by a server.',
			'Let the page be prerendered, or turn the field into HTML with a Markdown library of your own.',
		);
	}
	const { trusted = false, inline = false, page } = options;
	const html = await render(text, { trusted }).catch((error: unknown) => {
		throw new AstroError(
			`A Markdown field${page === undefined ? '' : ` on the page ${page}`} cannot be rendered: ${reasonOf(error)}.`,
			'Look at the field in the editor, and make it simpler.',
		);
	});
	const line = inline ? /^<p>(.*)<\/p>$/s.exec(html.trim())?.[1] : undefined;
	return line === undefined || line.includes('</p>') ? html : line;
}

function reasonOf(error: unknown): string {
	// Parsers of Markdown and HTML call themselves for each level.
	if (error instanceof RangeError) return 'it is nested too deep';
	return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
