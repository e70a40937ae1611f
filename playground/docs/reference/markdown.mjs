// The Markdown of the reference pages.
import ts from 'typescript';
import { commentOf } from './source.mjs';

/** A page as a story of the docs space. */
export const page = (name, description, body) =>
	`---\nname: ${JSON.stringify(name)}\ncontent:\n  component: page\n  description: ${JSON.stringify(description)}\n---\n\n${body.trim()}\n`;

/** A cell of a table: one line, without the sign that ends a cell. */
export const cell = (text = '') =>
	text
		.replace(/\s*\n\s*/g, ' ')
		.replaceAll('|', '\\|')
		.trim();

export const code = (text) => `\`${text.replace(/\s+/g, ' ').trim()}\``;

export const block = (text, language = 'ts') => `\`\`\`${language}\n${text}\n\`\`\``;

export const table = (head, rows) =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** What a comment says beside its text: parameters, result, errors, and an example. */
export function notes({ tags }) {
	const line = (label, texts = []) => texts.map((text) => `- ${label}${text}`);
	const lines = [
		...line('', tags.param),
		...line('Returns ', tags.returns),
		...line('Throws ', tags.throws),
		...line('Default: ', tags.default),
	];
	const examples = (tags.example ?? []).map((text) => block(text, text.startsWith('<') ? 'astro' : 'ts'));
	return [lines.join('\n'), ...examples].filter(Boolean).join('\n\n');
}

/** A declaration without what is in its body. */
export function signature(node) {
	const text = (part) => part.getText();
	if (ts.isFunctionDeclaration(node)) {
		const end = node.body ? node.body.getStart() : node.end;
		return text(node)
			.slice(0, end - node.getStart())
			.replace(/^export (?:async )?/, '')
			.trim();
	}
	if (ts.isClassDeclaration(node)) {
		const base = node.heritageClauses?.map(text).join(' ') ?? '';
		return `class ${node.name.text} ${base}`.trim();
	}
	if (ts.isVariableDeclaration(node)) {
		const type = node.type ? `: ${text(node.type)}` : '';
		const made = node.initializer && ts.isArrowFunction(node.initializer) ? node.initializer : undefined;
		if (!made) return `const ${node.name.getText()}${type}`;
		const start = node.initializer.getStart();
		const head = text(made).slice(0, made.body.getStart() - start);
		return `const ${node.name.getText()} = ${head.replace(/=>\s*$/, '').trim()} => …`;
	}
	return text(node).replace(/^export /, '');
}

/** The members of an interface as a table, with what their comments say. */
export function members(node) {
	const rows = node.members
		.filter((member) => member.name)
		.map((member) => {
			const comment = commentOf(member);
			const optional = member.questionToken ? '?' : '';
			const head = member.name.getText() + optional;
			const type = ts.isMethodSignature(member)
				? member
						.getText()
						.slice(member.name.getText().length)
						.replace(/^\?|;$/g, '')
				: (member.type?.getText() ?? '');
			return [code(head), code(type), said(comment)];
		});
	return rows.length ? table(['name', 'type', 'meaning'], rows) : '';
}

/** The text of a comment, with the default. */
export const said = ({ text, tags }) =>
	[text, ...(tags.default ?? []).map((value) => `Default: ${value}.`)].filter(Boolean).join(' ');
