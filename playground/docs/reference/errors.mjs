// All errors that the source throws, with what they say to do.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { page, table } from './markdown.mjs';
import { home, parse } from './source.mjs';

/** The errors whose messages people see, by their class, whose name is their code: which argument is the message, and which one what to do. */
const classes = {
	ConfigError: [0, 1],
	CollectionError: [0, 1],
	PageError: [0, 1],
	OutputError: [0, 1],
	AstroError: [0, 1],
	RouteError: [0, 1],
	SyncError: [0, 1],
	TypesError: [0, 1],
	UsageError: [0, 1],
	RebuildError: [0, 1],
	SpaceEditError: [0, 1],
	SpaceFolderError: [2],
	YamlError: [1],
	SluglineUsageError: [0, 1],
	SluglineServiceError: [0, 1],
};

/** The codes that differ from the name of the class. */
const codes = {
	ConfigError: 'SluglineConfigError',
	CollectionError: 'SluglineCollectionError',
	PageError: 'SluglinePageError',
	OutputError: 'SluglineOutputError',
	AstroError: 'AstroUserError',
	YamlError: 'SpaceFolderError',
};

/**
 * The errors of the source, as `{ code, message, hint }`. What is filled in at run time is an ellipsis.
 *
 * @param {(place: string) => void} unread called with the file and line of each error whose message is not written there
 */
function errors(unread) {
	const found = new Map();
	for (const [path, file] of sources()) {
		const source = parse(file);
		const look = (node) => {
			ts.forEachChild(node, look);
			if (!ts.isNewExpression(node)) return;
			const places = classes[node.expression.getText()];
			if (!places) return;
			const [message, hint] = places.map((place) => textOf(node.arguments?.[place], source));
			if (!/[a-z]{3}/.test(message)) {
				const { line } = source.getLineAndCharacterOfPosition(node.getStart());
				return unread(`${path.replaceAll('\\', '/')}:${line + 1}`);
			}
			found.set(message, {
				code: codes[node.expression.getText()] ?? node.expression.getText(),
				message,
				hint,
			});
		};
		look(source);
	}
	return [...found.values()];
}

/** The source files, each by its room and its path in there. The engine is a room of its own. */
function sources() {
	const homes = [
		['', join(home, 'src')],
		['keep/', join(home, '../astro-keep/src')],
	];
	return homes.flatMap(([room, folder]) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.ts'))
			.sort()
			.map((path) => [room + path.replaceAll('\\', '/'), join(folder, path)]),
	);
}

/** The text of an argument, if it is written there or in a constant of the file. */
function textOf(node, source) {
	if (!node) return '';
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isObjectLiteralExpression(node)) {
		const hint = node.properties.find((property) => property.name?.getText() === 'hint');
		return textOf(hint?.initializer, source);
	}
	if (ts.isTemplateExpression(node))
		return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
	// A method of a text, such as `.trim()`.
	if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
		return textOf(node.expression.expression, source);
	if (ts.isParenthesizedExpression(node)) return textOf(node.expression, source);
	if (ts.isBinaryExpression(node)) return textOf(node.left, source) + textOf(node.right, source);
	if (ts.isConditionalExpression(node))
		return [textOf(node.whenTrue, source), textOf(node.whenFalse, source)].filter(Boolean).join(' Or: ');
	if (ts.isIdentifier(node)) {
		let found = '';
		const look = (inner) => {
			if (ts.isVariableDeclaration(inner) && inner.name.getText() === node.text && inner.initializer !== node)
				found ||= inner.initializer ? textOf(inner.initializer, source) : '';
			else ts.forEachChild(inner, look);
		};
		look(source);
		return found;
	}
	return '';
}

/** @param {(place: string) => void} unread as for `errors` */
export function errorsPage(unread) {
	const all = errors(unread);
	const sections = [...new Set(all.map((error) => error.code))].sort().flatMap((code) => {
		const rows = all
			.filter((error) => error.code === code)
			.map(({ message, hint }) => [escaped(message), escaped(hint)])
			.sort(([one], [other]) => (one < other ? -1 : 1));
		return rows.length ? [`## ${code}\n\n${table(['what happened', 'what to do'], rows)}`] : [];
	});
	return page(
		'Every error',
		'Every error message of the package by its code, and what to do about it.',
		`A message begins with its code in brackets, except for those of the command line about its arguments and of YAML files, whose file and line come first. An ellipsis stands for what the message names. A message without a second column says itself what to do.\n\n${sections.join('\n\n')}`,
	);
}

/** Text outside of code, in which Markdown must not read anything. */
const escaped = (text = '') =>
	text
		.split(/(`[^`]*`)/)
		.map((part, place) =>
			place % 2 ? part : part.replace(/[<>*_[\]\\]/g, '\\$&').replace(/https?:\/\/…/g, '`$&`'),
		)
		.join('');
