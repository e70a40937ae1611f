import {
	type Document,
	type ErrorCode,
	isCollection,
	isScalar,
	visit,
	type YAMLParseError,
	type YAMLWarning,
} from 'yaml';
import type { FileLine } from './folder-error.js';

/** Thrown if a text is not YAML, or not of the kind that spaces use. */
export class YamlError extends Error {
	override readonly name = 'YamlError';
	readonly place: FileLine;

	constructor(place: FileLine, message: string, options?: ErrorOptions) {
		super(message, options);
		this.place = place;
	}
}

const colon = ' Quote a value with a colon: `name: "Boats: a guide"`.';

/** What to do about an error of the parser, by its code. */
const cures: Readonly<Partial<Record<ErrorCode, string>>> = {
	BLOCK_AS_IMPLICIT_KEY: colon,
	BLOCK_IN_FLOW: `${colon} Otherwise, close each bracket.`,
	BAD_SCALAR_START: ' Quote the value.',
	UNEXPECTED_TOKEN: ' Quote the whole value.',
	MISSING_CHAR: ' Close the quote or bracket on its line.',
	MULTILINE_IMPLICIT_KEY: ' Write `key: value`, or indent the lines of a text equally.',
	TAB_AS_INDENT: ' Indent with spaces.',
	DUPLICATE_KEY: ' Remove one of the two.',
	TAG_RESOLVE_FAILED: ' Remove the tag.',
	BAD_COLLECTION_TYPE: ' Remove the tag.',
	BAD_DQ_ESCAPE: " Use single quotes, in which a backslash is a letter: 'C:\\boats'.",
};

/** Where the quote or bracket opens that is missing its end; the end itself if it is not known. */
export function beginOf(document: Document, end: number): number {
	let begin: number | undefined;
	visit(document, {
		Node: (_, node) => {
			const isOpen = isScalar(node) || (isCollection(node) && node.flow);
			if (isOpen && node.range?.[1] === end) begin ??= node.range[0];
		},
	});
	return begin ?? end;
}

/** What to do about an error of the parser. */
export function cureOf({ code, message, pos: [begin] }: YAMLParseError | YAMLWarning, text: string): string {
	const quote = code === 'UNEXPECTED_TOKEN' && /["']/.exec(text[begin - 1] ?? '')?.[0];
	if (quote === '"') return ' A quote ends the text. Put a backslash before each `"` within it.';
	if (quote === "'") return ` An apostrophe ends the text. Use double quotes around it: "It's a boat".`;
	if (/same column|without - indicator/.test(message))
		return ' Indent this line like the others at its level.';
	const [value = '', ...after] = text.slice(begin).split('\n');
	if (code === 'BLOCK_AS_IMPLICIT_KEY' && !/:(?:\s|$)/.test(value)) {
		const line = text.slice(0, begin).split('\n').length;
		const next = line + 1 + after.findIndex((each) => each.trim() !== '');
		return ` Line ${next} is indented more than line ${line}: start the keys of one level in the same column.`;
	}
	if (message.includes('followed by map values')) return ' Write `key: value`, with a space after the colon.';
	return cures[code] ?? ' Close each bracket and quote, and indent with spaces, as the lines around it.';
}

/** The parser accepts a bomb of aliases, too. */
export const badAlias =
	'An alias refers to a missing anchor, or there are too many aliases. Write the value out.';

/**
 * Refuses what is YAML, but was probably meant as text, which would be lost, and what JSON does not have.
 *
 * @param refuse throws
 */
export function refuseAccidents(document: Document, refuse: (node: unknown, sentence: string) => void): void {
	visit(document, {
		Pair(_, { key, value }, path) {
			const parent = path.at(-1);
			if (isCollection(key)) refuse(key, 'The key is a list or a map. Use text.');
			if (value === null && isCollection(parent) && parent.flow)
				refuse(
					key,
					`\`${key}\` is a key without a value, as braces and commas make one. If it is text, quote the whole value.`,
				);
			const isCut = isScalar(value) && value.value === null && /^[^\s#]/.test(value.comment ?? '');
			if (isCut) refuse(key, `\`${key}\` is empty, because \`#\` begins a comment. Quote the value.`);
		},
		Scalar(_, node) {
			const isText = node.value === null || node.anchor?.endsWith(';');
			if (node.anchor && isText)
				refuse(node, `\`&\` begins an anchor here, so \`&${node.anchor}\` is lost. Quote the whole value.`);
		},
		Alias(_, node, path) {
			const target = node.resolve(document);
			if (!target)
				refuse(
					node,
					`\`*${node.source}\` is an alias, but there is no anchor of that name. Quote the value.`,
				);
			if (path.some((parent) => parent === target))
				refuse(node, 'The alias refers to a value that contains it. Write the value out.');
		},
	});
}

/** Where a node begins in the text. */
export const offsetOf = (node: unknown): number => {
	const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
	return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
};
