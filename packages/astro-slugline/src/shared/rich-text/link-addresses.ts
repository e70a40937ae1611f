import { createMarkdown } from './rich-text.js';

/** Spells an address so that Markdown reads the same one. */
export const destinationOf = (address: string): string =>
	/^(?:[^\s<>()\\&]|&(?!#?\w+;)|\([^\s<>()\\&]*\))+$/.test(address)
		? address
		: `<${address.replace(/[<>\\]|&(?=#?\w+;)/g, '\\$&')}>`;

/**
 * Changes the addresses of links in Markdown, and nothing else.
 *
 * The parser says how addresses are spelled, but not where. So each place that is spelled like one is changed if the text
 * then says the same with another address: that in code, in an image, or in words is none.
 *
 * @param change returns the new address, and for that, the same
 */
export function changeLinks(text: string, change: (address: string) => string): string {
	const markdown = createMarkdown();
	const { parseLinkDestination } = markdown.helpers;
	const found = new Map<string, string>();
	/** Spells a changed address like the old one, if that says the same. */
	const respell = (written: string, address: string): string => {
		const next = change(address);
		const isOwn = written === `<${address}>` && destinationOf(address) === address;
		const spelled = isOwn ? `<${next}>` : change(written);
		const { ok, pos, str } = parseLinkDestination(spelled, 0, spelled.length);
		return ok && pos === spelled.length && str === next ? spelled : destinationOf(next);
	};
	markdown.helpers.parseLinkDestination = (source, start, end) => {
		const result = parseLinkDestination(source, start, end);
		if (result.ok && change(result.str) !== result.str)
			found.set(source.slice(start, result.pos), respell(source.slice(start, result.pos), result.str));
		return result;
	};
	const meaningOf = (written: string): string => {
		const named = {};
		return JSON.stringify([markdown.parse(written, named), named], (key, value) => {
			if (value?.type === 'inline') return { ...value, content: '' };
			if (key === 'href') return change(value);
			return Array.isArray(value) && value[0] === 'href' ? ['href', change(value[1])] : value;
		});
	};
	const meaning = meaningOf(text);
	let changed = text;
	for (const [written, next] of [...found])
		for (let at = changed.indexOf(written); at >= 0; at = changed.indexOf(written, at + 1)) {
			const attempt = changed.slice(0, at) + next + changed.slice(at + written.length);
			if (meaningOf(attempt) === meaning) changed = attempt;
		}
	return changed;
}
