import {
	type Document,
	isCollection,
	isMap,
	isScalar,
	isSeq,
	LineCounter,
	parseDocument,
	type ScalarTag,
	stringify,
	visit,
} from 'yaml';
import { isDeeper } from '../../shared/is-deeper.js';
import type { Place } from './folder-error.js';
import { readPlainYaml } from './plain-yaml.js';

/** A YAML text that was read. */
export interface YamlText {
	readonly value: unknown;
	/** Where the value at a path stands; of a path that leads nowhere, where its nearest parent does. */
	at(path: readonly PropertyKey[]): Place;
}

/** A text that is no YAML, or none of the kind that a space is written in. */
export class YamlError extends Error {
	override readonly name = 'YamlError';
	readonly place: Place;

	constructor(place: Place, message: string, options?: ErrorOptions) {
		super(message, options);
		this.place = place;
	}
}

/**
 * Scalars stay the text that the file has (`270.50`, `2024-05-01` and `007` are strings), except for booleans and null.
 * A number, which only what comes from a real space needs, says that it is one: `!!int 5`, `!!float 0.5`.
 */
const nullTag: ScalarTag = {
	tag: 'tag:yaml.org,2002:null',
	default: true,
	identify: (value) => value === null,
	test: /^(?:~|[Nn]ull|NULL)?$/,
	resolve: () => null,
	stringify: () => 'null',
};
const booleanTag: ScalarTag = {
	tag: 'tag:yaml.org,2002:bool',
	default: true,
	identify: (value) => typeof value === 'boolean',
	test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
	resolve: (text) => /^t/i.test(text),
	stringify: ({ value }) => String(value),
};
const integerTag: ScalarTag = {
	tag: 'tag:yaml.org,2002:int',
	identify: (value) => Number.isSafeInteger(value),
	resolve: (text, onError) => numberOf(text, /^[-+]?\d+$/, onError),
	stringify: ({ value }) => String(value),
};
const floatTag: ScalarTag = {
	tag: 'tag:yaml.org,2002:float',
	identify: (value) => typeof value === 'number',
	resolve: (text, onError) => numberOf(text, /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/, onError),
	stringify: ({ value }) => String(value),
};

/** How the YAML of a space is read and written: text, lists and maps, and the scalars above. */
export const yamlOptions = { schema: 'failsafe', customTags: [nullTag, booleanTag, integerTag, floatTag] };

function numberOf(text: string, shape: RegExp, onError: (message: string) => void): number {
	if (!shape.test(text) || !Number.isFinite(Number(text))) onError(`\`${text}\` is not a number.`);
	return Number(text);
}

/**
 * Reads a YAML text.
 *
 * @throws {YamlError} with the place in the text
 */
export function readYaml(text: string): YamlText {
	try {
		const yaml = read(text);
		if (isDeeper(yaml.value, maxLevels)) throw new RangeError();
		return yaml;
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		throw tooDeep({ line: 1, column: 1 });
	}
}

/** Levels of lists and maps: what reads them calls itself for each. */
const maxLevels = 1000;

const tooDeep = (place: Place): YamlError =>
	new YamlError(place, `It is nested more than ${maxLevels} levels deep. Make it flatter.`);

function read(text: string): YamlText {
	const plain = readPlainYaml(text);
	if (plain !== undefined) return { value: plain, at: (path) => locate(text, path) };
	const lines = new LineCounter();
	const document = parseDocument(text, { ...yamlOptions, lineCounter: lines });
	const wrong = document.errors[0] ?? document.warnings[0];
	if (wrong) {
		const { line, col } = lines.linePos(wrong.pos[0]);
		if (wrong.message.includes('call stack')) throw tooDeep({ line, column: col });
		const message = wrong.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '');
		throw new YamlError({ line, column: col }, `${message?.replace(/\.$/, '')}.`, { cause: wrong });
	}
	visit(document, {
		Pair(_, { key }) {
			if (!isCollection(key)) return;
			const { line, col } = lines.linePos(offsetOf(key));
			throw new YamlError({ line, column: col }, 'The key is a list or a map. Write it as text.');
		},
		Alias(_, node, path) {
			if (!path.some((parent) => parent === node.resolve(document))) return;
			const { line, col } = lines.linePos(offsetOf(node));
			throw new YamlError(
				{ line, column: col },
				'The alias stands in what it names, so it has no end. Write the value out.',
			);
		},
	});
	try {
		return { value: document.toJS({ maxAliasCount: 100 }), at: (path) => locate(text, path) };
	} catch (error) {
		const { line, col } = lines.linePos(firstBadAlias(document));
		throw new YamlError(
			{ line, column: col },
			'An alias names an anchor that is not there, or there are too many of them. Write the value out.',
			{ cause: error },
		);
	}
}

/** What is read without errors can still have an alias that leads nowhere, or a bomb of aliases. */
function firstBadAlias(document: Document.Parsed): number {
	let offset: number | undefined;
	visit(document, {
		Alias(_, node) {
			if (node.resolve(document)) return undefined;
			offset = offsetOf(node);
			return visit.BREAK;
		},
	});
	return offset ?? 0;
}

/** Writes a value so that `readYaml` reads an equal one. */
export function writeYaml(value: unknown): string {
	return stringify(value, { ...yamlOptions, lineWidth: 0, aliasDuplicateObjects: false });
}

function locate(text: string, path: readonly PropertyKey[]): Place {
	const lines = new LineCounter();
	const document = parseDocument(text, { ...yamlOptions, lineCounter: lines });
	let node: unknown = document.contents;
	let offset = offsetOf(node);
	for (const key of path) {
		const found = stepInto(node, key);
		if (!found) break;
		offset = found.offset;
		node = found.node;
	}
	const { line, col } = lines.linePos(offset);
	return { line, column: col };
}

function stepInto(node: unknown, key: PropertyKey): { node: unknown; offset: number } | undefined {
	if (isMap(node)) {
		const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
		return pair && { node: pair.value, offset: offsetOf(pair.key) };
	}
	if (!isSeq(node)) return undefined;
	const item = node.items[Number(key)];
	return item === undefined ? undefined : { node: item, offset: offsetOf(item) };
}

const offsetOf = (node: unknown): number => {
	const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
	return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : 0;
};
