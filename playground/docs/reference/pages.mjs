// The pages of the reference, by their slugs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { errorsPage } from './errors.mjs';
import { block, code, members, notes, page, said, signature, table } from './markdown.mjs';
import { commentOf, doors, exportsOf, home, parse } from './source.mjs';

/**
 * All pages, as `[slug, Markdown]`.
 *
 * @param {(place: string) => void} unread called with the place of each error whose message is not written there
 */
export const pages = async (unread) => [
	['options', optionsPage()],
	['components', componentsPage()],
	['commands', await commandsPage()],
	['errors', errorsPage(unread)],
	...doors()
		.map(([door, file]) => [slugOf(door), doorPage(door, file)])
		.filter(([slug]) => !internal.includes(slug)),
];

/** Sub-paths that only code of the packages and tests import by name. */
const internal = ['command', 'content-config', 'image-service', 'routing', 'sync', 'wire'];

/** @example slugOf('astro-slugline/compat/config') // 'compat-config' */
const slugOf = (door) => door.split('/').slice(1).join('-') || 'integration';

function doorPage(door, file) {
	const sections = exportsOf(file)
		.filter(({ node }) => node)
		.map(({ name, node }) => ({ name, node, comment: commentOf(node) }))
		.sort((one, other) => kindOf(one.node) - kindOf(other.node))
		.map(({ name, node, comment }) => {
			const body = ts.isInterfaceDeclaration(node) ? members(node) : block(signature(node));
			return [`## ${code(name)}`, comment.text, body, notes(comment)].filter(Boolean).join('\n\n');
		});
	return page(door, `What ${door} exports, with types, errors, and examples.`, sections.join('\n\n'));
}

/** Functions and values first, then types. */
const kindOf = (node) => Number(ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));

function optionsPage() {
	const source = parse(join(home, 'src/astro/settings/options.ts'));
	const schemas = new Map();
	for (const statement of source.statements) {
		if (!ts.isVariableStatement(statement)) continue;
		for (const { name, initializer } of statement.declarationList.declarations) {
			const shape = initializer && shapeOf(initializer);
			if (shape) schemas.set(name.getText(), shape);
		}
	}
	const rowsOf = (shape, prefix) =>
		shape.properties.filter(ts.isPropertyAssignment).flatMap((property) => {
			const name = `${prefix}${property.name.getText()}`;
			const text = property.initializer.getText();
			const nested =
				[...schemas].find(([schema]) => text.includes(schema))?.[1] ?? shapeOf(property.initializer);
			return [[code(name), said(commentOf(property))], ...(nested ? rowsOf(nested, `${name}.`) : [])];
		});
	const rows = rowsOf(schemas.get('optionsSchema'), '');
	return page(
		'Options of slugline()',
		'Every option of the integration, from its source.',
		table(['option', 'meaning'], rows),
	);
}

/** The object in `z.strictObject({ … })`, wherever it is in a chain of calls. */
function shapeOf(node) {
	let found;
	const look = (inner) => {
		if (found) return;
		if (ts.isCallExpression(inner) && inner.expression.getText().endsWith('strictObject')) {
			[found] = inner.arguments;
		} else ts.forEachChild(inner, look);
	};
	look(node);
	return found;
}

/** Components that others are made of. */
const inner = ['MissingBlok.astro', 'RichTextParts.astro'];

function componentsPage() {
	const folder = join(home, 'components');
	const files = readdirSync(folder).filter((name) => name.endsWith('.astro') && !inner.includes(name));
	const sections = files.map((file) => {
		const [, script = ''] = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
		const props = parse(join(folder, `${file}.ts`), script).statements.find(
			(statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'Props',
		);
		const comment = commentOf(props);
		const name = file.replace('.astro', '');
		const use = block(`import ${name} from 'astro-slugline/components/${file}';`);
		return [`## ${code(`<${name}>`)}`, comment.text, use, members(props), notes(comment)]
			.filter(Boolean)
			.join('\n\n');
	});
	return page('Components', 'The Astro components of the package, with their props.', sections.join('\n\n'));
}

async function commandsPage() {
	const { run } = await import(join(home, 'dist/cli/run.js'));
	const { create } = await import(join(home, '../create-slugline/dist/create.js'));
	const help = async (program, ...args) => {
		const lines = [];
		const say = (line) => lines.push(line);
		await program([...args, '--help'], { say, complain: say });
		return lines.join('\n').trim();
	};
	const names = [...(await help(run)).matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
	const sections = [
		['create-slugline', await help(create)],
		['create-slugline migrate', await help(create, 'migrate')],
	];
	for (const name of names) sections.push([`slugline ${name}`, await help(run, name)]);
	return page(
		'Commands',
		'The help of each command.',
		sections.map(([name, text]) => `## ${code(name)}\n\n${block(text, 'text')}`).join('\n\n'),
	);
}
