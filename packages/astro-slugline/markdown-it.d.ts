// What is used of markdown-it, which has no types of its own.
declare module 'markdown-it' {
	export interface Token {
		/** `paragraph_open`, `paragraph_close`, `inline`, `text`, … */
		type: string;
		tag: string;
		/** The signs it is written with, such as `**`. */
		markup: string;
		/** Of an inline token. */
		children: Token[] | null;
		content: string;
		/** What stands behind the opening fence of code. */
		info: string;
		attrGet(name: string): string | null;
	}
	export default class MarkdownIt {
		constructor(options?: { html?: boolean; linkify?: boolean; maxNesting?: number });
		helpers: {
			parseLinkDestination(
				source: string,
				start: number,
				end: number,
			): { ok: boolean; pos: number; str: string };
		};
		parse(text: string, env: object): Token[];
		render(text: string): string;
		validateLink(url: string): boolean;
		normalizeLink(url: string): string;
	}
}
