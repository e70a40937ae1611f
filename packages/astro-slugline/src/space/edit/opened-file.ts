import { Document, isMap, parseDocument } from 'yaml';
import { yamlOptions } from '../folder/yaml.js';

/** An opened YAML file. Comments and order are preserved. */
export type OpenedYaml = {
	has(path: readonly string[]): boolean;
	/** The value at a path, or undefined. */
	get(path: readonly string[]): unknown;
	/** Sets the value at a path, and creates the maps on the way. Undefined removes the value. */
	set(path: readonly string[], value: unknown): void;
	/** Names of the top-level fields. */
	keys(): string[];
	readonly document: Document;
	print(): string;
};

/** An opened Markdown file with front matter. */
export type OpenedMarkdown = OpenedYaml & {
	/** The text below the front matter. */
	readonly body: string;
	/** Replaces the text below the front matter. */
	setBody(body: string): void;
};

/** Opens the text of a YAML file; `''` for a new one. */
export function openYaml(text: string): OpenedYaml {
	const parsed = parseDocument(text, yamlOptions);
	const document = isMap(parsed.contents) ? parsed : withMap(parsed);
	return {
		document,
		has: (path) => document.hasIn(path),
		get(path) {
			const node = document.getIn(path, true);
			return node === undefined ? undefined : toJs(document, node);
		},
		set(path, value) {
			if (value === undefined) document.deleteIn(path);
			else document.setIn(path, document.createNode(value));
		},
		keys: () => (isMap(document.contents) ? document.contents.items.map(({ key }) => String(key)) : []),
		print: () => document.toString({ lineWidth: 0, flowCollectionPadding: false }),
	};
}

/** Opens the text of a Markdown file; `''` for a new one. */
export function openMarkdown(text: string): OpenedMarkdown {
	const found = /^(\ufeff?---[^\r\n]*\r?\n)([\s\S]*?)(^---[ \t]*(?:\r?\n|$))([\s\S]*)$/m.exec(text);
	const [, opening = '---\n', head = '', closing = '---\n', body = ''] = found ?? [];
	const yaml = openYaml(head);
	let below = body;
	return {
		...yaml,
		get body() {
			return below;
		},
		setBody(next) {
			below = next.trim() === '' ? '' : `${next.trimEnd()}\n`;
		},
		print: () => opening + yaml.print() + closing + below,
	};
}

/** Turns a document without fields into an empty map, and preserves its comments. */
function withMap(parsed: Document): Document {
	const document = new Document({}, yamlOptions);
	document.commentBefore = parsed.commentBefore ?? parsed.comment;
	return document;
}

const toJs = (document: Document, node: unknown): unknown =>
	typeof node === 'object' && node !== null && 'toJS' in node && typeof node.toJS === 'function'
		? node.toJS(document)
		: node;
