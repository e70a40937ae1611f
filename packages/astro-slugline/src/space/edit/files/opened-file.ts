import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { yamlOptions } from '../../folder/files/yaml.js';
import { keepLines } from './keep-lines.js';

/** An opened YAML file. Lines without a change are preserved, with comments and spelling. */
export type OpenedYaml = ReturnType<typeof openYaml>;

/** An opened Markdown file with front matter. */
export type OpenedMarkdown = ReturnType<typeof openMarkdown>;

/** Opens the text of a YAML file; `''` for a new one. */
export function openYaml(source: string) {
	const text = source.replaceAll('\r\n', '\n');
	const parsed = parseDocument(text, yamlOptions);
	const document = isMap(parsed.contents) ? parsed : withMap(parsed);
	return {
		document,
		has: (path: readonly string[]) => document.hasIn(path),
		/** The value at a path, or undefined. */
		get(path: readonly string[]): unknown {
			const node = document.getIn(path, true);
			return isNode(node) ? node.toJS(document) : node;
		},
		/** Sets the value at a path, and creates the maps on the way. Undefined removes the value. */
		set(path: readonly string[], value: unknown) {
			const [before, next] = [document.getIn(path, true), document.createNode(value)];
			if (value === undefined) document.deleteIn(path);
			else if (isSeq(before) && isSeq(next)) before.items = next.items.map((item) => itemLike(item, before));
			else {
				if (isScalar(before) && isScalar(next)) next.comment = before.comment ?? null;
				document.setIn(path, next);
			}
		},
		/** Names of the top-level fields. */
		keys: () => (isMap(document.contents) ? document.contents.items.map(({ key }) => String(key)) : []),
		print(): string {
			const printed = printLike(text, document);
			return text === source ? printed : printed.replaceAll('\n', '\r\n');
		},
	};
}

/** The item of a list that has the value of another, with its spelling and its comment; else the other. */
const itemLike = (item: unknown, { items }: YAMLSeq): unknown =>
	items.find((one) => isScalar(one) && isScalar(item) && one.value === item.value) ?? item;

/** Prints a document that was parsed from a text and changed. What did not change is spelled as in the text. */
function printLike(text: string, document: Document): string {
	const [, outer = '', inner = '  '] = /^( *)[^\s#-][^\n]*:[ \t]*\n( +)[^\s#-]/m.exec(text) ?? [];
	const plain = (one: Document) =>
		one.toString({
			lineWidth: 0,
			indent: Math.max(1, inner.length - outer.length),
			flowCollectionPadding: /\{ +\S/.test(text),
		});
	// The printer spaces brackets like braces.
	const tight = (one: Document) =>
		plain(one)
			.replace(/\[ (?=\S)/g, '[')
			.replace(/(?<=\S) \]/g, ']');
	for (const print of /\[[^\s\]]/.test(text) ? [tight, plain] : [plain]) {
		const printed = keepLines(text, document, print);
		const read = parseDocument(printed, yamlOptions);
		if (read.errors.length === 0 && isDeepStrictEqual(read.toJS(), document.toJS())) return printed;
	}
	return plain(document);
}

/** Opens the text of a Markdown file; `''` for a new one. */
export function openMarkdown(text: string) {
	const found = /^(\ufeff?---[^\r\n]*\r?\n)([\s\S]*?)(^---[ \t]*(?:\r?\n|$))([\s\S]*)$/m.exec(text);
	const [, opening = '---\n', head = '', closing = '---\n', body = ''] = found ?? [];
	const yaml = openYaml(head);
	let below = body;
	return {
		...yaml,
		/** The text below the front matter. */
		get body() {
			return below;
		},
		/** Replaces the text below the front matter. */
		setBody(next: string) {
			const [line = '\n'] = /\r?\n/.exec(body + opening) ?? [];
			const [margin = ''] = closing.endsWith('\n') ? (/^(?:[ \t]*\r?\n)*/.exec(body) ?? []) : [line];
			const end = body.trim() === '' ? line : body.slice(body.trimEnd().length);
			const lines = (line === '\n' ? next : next.replace(/\r?\n/g, line)).trimEnd();
			if (lines !== '') below = margin + lines + end;
			// A text that comes back has the same lines before it.
			else below = body.trim() === '' ? body : margin;
		},
		// Without any field, the printer writes a map.
		print: () => opening + yaml.print().replace(/^\{\}\r?\n$/, '') + closing + below,
	};
}

/** Turns a document without fields into an empty map, and preserves its comments. */
function withMap(parsed: Document): Document {
	const document = new Document({}, yamlOptions);
	document.commentBefore = parsed.commentBefore ?? parsed.comment;
	return document;
}
