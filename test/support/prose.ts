import ts from 'typescript';
import { type SourceFile, scriptsOf } from './imports.js';

/** A rule on what is written. */
interface Rule {
	/** What is rejected. */
	wrong: RegExp;
	/** What to write instead. */
	right: string;
}

/** Old words and phrases, in comments, in strings, and between tags. */
const phrases: Rule[] = [
	{ wrong: /\b(?:tell|tells|telling|told)\b/i, right: 'warn, report, say, name' },
	{ wrong: /\bkept\b/i, right: 'cached, previous, stored' },
	{ wrong: /\b(?:keeping|modules? that keeps?)\b/i, right: 'stateful module' },
	{ wrong: /\b(?:quiet|quietly)\b/i, right: 'volatile' },
	{ wrong: /\bpatience\b/i, right: 'timeout' },
	{ wrong: /\bdoors?\b/i, right: 'track-imports plugin, export, sub-path' },
	{ wrong: /\bfilling\b/i, right: 'collection writer' },
	{ wrong: /\bpack records?\b/i, right: 'pack manifest' },
	{ wrong: /\b(?:is|are|was|were) another(?: now)?(?=[.,;:)]|$)/i, right: 'has changed' },
	{ wrong: /\b(?:heed|heeds|heeded)\b/i, right: 'ignored' },
	{ wrong: /\bnobody\b/i, right: 'say what happens' },
	{ wrong: /\bwhoever\b/i, right: 'the caller, the person who' },
	{ wrong: /\botherwise than\b/i, right: 'differently from' },
	{ wrong: /(?<!\bthere )\b(?:is|are|was|were) none\b/i, right: 'is not a …, there is no …' },
	{ wrong: /\bby none\b/i, right: 'not … by anything' },
	{ wrong: /\b(?:is|are) not right\b/i, right: 'invalid' },
	{ wrong: /\bin its own way\b/i, right: 'its own …' },
	{ wrong: /\bfitting ones\b/i, right: 'filtering locally' },
	{ wrong: /\bon the side of\b/i, right: 'the API returned …' },
	{ wrong: /\bbad days\b/i, right: 'failures' },
	{ wrong: /\bon the disk\b/i, right: 'on disk' },
];

/** Old words of names, as parts of an identifier. */
const names: Rule[] = [
	{ wrong: /^(?:tell|tells|told)$/, right: 'warn, report' },
	{ wrong: /^(?:kept|known)$/, right: 'cached, previous' },
	{ wrong: /^(?:keeping|keeper)$/, right: 'stateful, cache' },
	{ wrong: /^quiet$/, right: 'volatile' },
	{ wrong: /^(?:most|few)$/, right: 'limit, max…' },
	{ wrong: /^patience$/, right: 'timeout' },
	{ wrong: /^another$/, right: 'changed' },
	{ wrong: /^doors?$/, right: 'trackImports' },
	{ wrong: /^filling$/, right: 'collectionWriter' },
];

/** Words in their usual meaning, and the end of the line that a build ends with, taken out before the rules look. */
const usual = [/--quiet\b/g, /\bquiet-ms\b/g, /^ kept$/];

/** `firstKnownId` and `first_known_id` as `first`, `known`, `id`. */
const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[^A-Za-z\d]+/)
		.map((word) => word.toLowerCase());

/** True for the name of a test: the first argument of `it()`, `describe()`, or `it.each()()`. */
const isTestName = (node: ts.Node): boolean =>
	ts.isCallExpression(node.parent) &&
	node.parent.arguments[0] === node &&
	/^(?:it|test|describe)\b/.test(node.parent.expression.getText());

/**
 * The prose and the names of a script.
 *
 * @param isTest whether it is a test: of its strings, only the names of tests are prose
 */
function writtenIn(script: string, isTest: boolean): { prose: string[]; identifiers: string[] } {
	const file = ts.createSourceFile('script.ts', script, ts.ScriptTarget.Latest, true);
	const comments = new Map<number, string>();
	const prose: string[] = [];
	const identifiers = new Set<string>();
	const look = (node: ts.Node): void => {
		for (const range of [
			...(ts.getLeadingCommentRanges(script, node.getFullStart()) ?? []),
			...(ts.getTrailingCommentRanges(script, node.getEnd()) ?? []),
		]) {
			comments.set(range.pos, script.slice(range.pos, range.end).replace(/\s*\n\s*\*?\s*/g, ' '));
		}
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
			if (node.moduleSpecifier === undefined) node.getChildren().forEach(look);
			return;
		}
		if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
			if (!isTest || isTestName(node)) prose.push(node.text);
		}
		if (ts.isIdentifier(node)) identifiers.add(node.text);
		if (!ts.isJSDoc(node)) node.getChildren().forEach(look);
	};
	look(file);
	return { prose: [...comments.values(), ...prose], identifiers: [...identifiers] };
}

/** What is outside of an Astro file's scripts: its markup, with the comments in it. */
const markupOf = ({ path, text }: SourceFile): string[] =>
	path.endsWith('.astro') ? [text.replace(/^\s*---\n[\s\S]*?\n---/, '')] : [];

/**
 * Old prose in a source file: words and phrases that the glossary replaces, in comments, strings, and names.
 *
 * @param legitimate identifiers that stay, such as those of other packages
 * @returns one line for each, with what to write instead
 */
export function oldProse(file: SourceFile, legitimate: ReadonlySet<string> = new Set()): string[] {
	const found: string[] = [];
	const isTest = file.path.startsWith('test/');
	const scripts = scriptsOf(file).map((script) => writtenIn(script, isTest));
	for (const text of [...scripts.flatMap(({ prose }) => prose), ...markupOf(file)]) {
		const read = usual.reduce((rest, pattern) => rest.replace(pattern, ''), text);
		for (const { wrong, right } of phrases) {
			const word = wrong.exec(read);
			if (!word) continue;
			const around = read.slice(Math.max(0, word.index - 30), word.index + 40).replace(/\s+/g, ' ');
			found.push(`${file.path}: "${word[0]}" in "${around}" (${right})`);
		}
	}
	for (const name of new Set(scripts.flatMap(({ identifiers }) => identifiers))) {
		if (legitimate.has(name)) continue;
		for (const { wrong, right } of names) {
			if (wordsOf(name).some((word) => wrong.test(word))) found.push(`${file.path}: ${name} (${right})`);
		}
	}
	return found;
}
