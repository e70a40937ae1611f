import { isDeeper } from 'astro-keep/shared/json';
import { FAILSAFE_SCHEMA, load, Type } from 'js-yaml';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type ScalarTag, stringify } from 'yaml';
import type { FileLine } from './folder-error.js';
import { badAlias, beginOf, cureOf, offsetOf, refuseAccidents, YamlError } from './yaml-mistakes.js';

export interface YamlText {
	readonly value: unknown;
	/** The place of the value at a path, or of its nearest parent that exists. */
	at(path: readonly PropertyKey[]): FileLine;
}

/**
 * Scalars are read as text (`270.50`, `2024-05-01`, and `007` are strings), except booleans and null.
 * Numbers, which only content from a real space needs, are marked: `!!int 5`, `!!float 0.5`.
 */
const nullTag = {
	tag: 'tag:yaml.org,2002:null',
	default: true,
	identify: (value: unknown) => value === null,
	test: /^(?:~|[Nn]ull|NULL)?$/,
	resolve: () => null,
	stringify: () => 'null',
} satisfies ScalarTag;
const booleanTag = {
	tag: 'tag:yaml.org,2002:bool',
	default: true,
	identify: (value: unknown) => typeof value === 'boolean',
	test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
	resolve: (text: string) => /^t/i.test(text),
	stringify: ({ value }) => String(value),
} satisfies ScalarTag;
const integerTag: ScalarTag = {
	tag: 'tag:yaml.org,2002:int',
	identify: (value) => Number.isSafeInteger(value),
	resolve: (text, onError) => numberOf(text, /^[-+]?\d+$/, onError),
	stringify: ({ value }) => String(value),
};
const floatTag: ScalarTag = {
	tag: 'tag:yaml.org,2002:float',
	identify: (value) => typeof value === 'number',
	resolve: (text, onError) => numberOf(text, /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/, onError),
	stringify: ({ value }) => String(value),
};

/**
 * Options for reading and writing a space's YAML: text, lists, maps, and the scalars above. Other tags of YAML are refused, because
 * JSON has no dates, sets, or bytes.
 */
export const yamlOptions = {
	schema: 'failsafe',
	customTags: [nullTag, booleanTag, integerTag, floatTag],
	resolveKnownTags: false,
};

/** The same for the parser that reads most texts, ten times as fast, so that a folder of 10,000 stories responds within a second. */
const fastSchema = FAILSAFE_SCHEMA.extend({
	implicit: [nullTag, booleanTag].map(
		({ tag, test, resolve }) =>
			new Type(tag, { kind: 'scalar', resolve: (text) => test.test(text ?? ''), construct: resolve }),
	),
});

/**
 * What the two parsers may read differently, such as tags, anchors, keys that are not text, and empty items of lists, or what may have
 * been meant as text, such as keys without a value and comments without a space.
 */
const unusual =
	/[\t\r\u2028\u2029]|(?:^|[:,[{-]) {0,99}[&*!%@`]|<<|__proto__|\?\s|^\.\.\.|^---|^ *-(?: *$| +[-#])|["'] {0,9}:|(?:^|[\s,{])(?:~|null|true|false)? {0,9}:(?:\s|$)|[:-] {1,9}#[^\s#]|\{ {0,9}\{|\{(?:[^{}\n]{0,999},)? {0,9}[^\s:,{}][^:,{}\n]{0,99}[,}]/im;

/** The value of a usual text; undefined for one that the other parser must read, because it is unusual or wrong. */
function readFast(text: string): unknown {
	if (unusual.test(text)) return undefined;
	try {
		return load(text, { schema: fastSchema });
	} catch (error) {
		if (error instanceof RangeError) throw error;
		// The other parser says what is wrong, and where.
		return undefined;
	}
}

function numberOf(text: string, shape: RegExp, onError: (message: string) => void): number {
	if (!shape.test(text) || !Number.isFinite(Number(text))) onError(`\`${text}\` is not a number.`);
	return Number(text);
}

/**
 * Parses a YAML text.
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

/** Limit of nested lists and maps, because code that reads them is recursive. */
const maxLevels = 1000;

const tooDeep = (place: FileLine): YamlError =>
	new YamlError(place, `The value is nested more than ${maxLevels} levels deep. Flatten it.`);

function read(text: string): YamlText {
	const fast = readFast(text);
	if (fast !== undefined) return { value: fast, at: (path) => locate(text, path) };
	const { document, placeOf } = parse(text);
	const wrong = document.errors[0] ?? document.warnings[0];
	if (wrong) {
		const place = placeOf(wrong.code === 'MISSING_CHAR' ? beginOf(document, wrong.pos[0]) : wrong.pos[0]);
		if (wrong.message.includes('call stack')) throw tooDeep(place);
		const [first = ''] = wrong.message.split('\n');
		const message = first.replace(/ at line \d+, column \d+:?$/, '').replace('tag:yaml.org,2002:', '!!');
		throw new YamlError(place, `${message.replace(/\.$/, '')}.${cureOf(wrong, text)}`, { cause: wrong });
	}
	refuseAccidents(document, (node, sentence) => {
		throw new YamlError(placeOf(offsetOf(node)), sentence);
	});
	try {
		return { value: document.toJS({ maxAliasCount: 100 }), at: (path) => locate(text, path) };
	} catch (error) {
		throw new YamlError(placeOf(0), badAlias, { cause: error });
	}
}

function parse(text: string) {
	const lines = new LineCounter();
	const document = parseDocument(text, { ...yamlOptions, lineCounter: lines });
	const placeOf = (offset: number): FileLine => {
		const { line, col } = lines.linePos(offset);
		return { line, column: col };
	};
	return { document, placeOf };
}

/** Writes a value that `readYaml` reads back equal. */
export function writeYaml(value: unknown): string {
	return stringify(value, { ...yamlOptions, lineWidth: 0, aliasDuplicateObjects: false });
}

function locate(text: string, path: readonly PropertyKey[]): FileLine {
	const { document, placeOf } = parse(text);
	let node: unknown = document.contents;
	let offset = offsetOf(node);
	for (const key of path) {
		const found = stepInto(node, key);
		if (!found) break;
		offset = found.offset;
		node = found.node;
	}
	return placeOf(offset);
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
