import { parse } from 'node:path/posix';
import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { foldName } from 'astro-keep/shared/text/named';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import MagicString from 'magic-string';
import { configOf } from '../init/add-integration.js';
import { type EditedSource, keyOf, propertyOf, textIn, wordOf } from './edited-source.js';

/**
 * Replaces the vendor's integration with slugline(), if every call and every option of it has a translation that means the same.
 *
 * @param componentsIn the components of any framework in a folder; the vendor's integration finds those of Astro by name
 * @returns the name of slugline() in the file; undefined if nothing was replaced
 */
export function replaceIntegration(
	source: EditedSource,
	componentsIn: (folder: string) => string[],
): string | undefined {
	const imported = source
		.imports(/^@storyblok\/astro$/)
		.flatMap((declaration) => listOf(declaration['specifiers']))
		.filter(({ type, imported }) => type === 'ImportDefaultSpecifier' || wordOf(imported) === 'storyblok');
	const [specifier, ...more] = imported;
	if (!specifier) return undefined;
	const calls = more.length === 0 ? callsOf(source, specifier) : undefined;
	if (!calls) stays(source, specifier, 'it is not only called with options');
	noteConfig(source, calls ?? []);
	const translated = calls?.map((call) => {
		const [options] = listOf(call['arguments']);
		return options && translationsOf(source, options, componentsIn);
	});
	if (
		!calls ||
		!translated ||
		translated.some((one, at) => !one && listOf(calls[at]?.['arguments']).length > 0)
	)
		return undefined;
	const own = source.freeName('slugline');
	for (const [at, call] of calls.entries()) {
		source.replace(call['callee'] as Node, own);
		const [options] = listOf(call['arguments']);
		const texts = translated[at];
		if (options && texts) writeOptions(source, options, texts);
		else source.edits.appendLeft(call.end - 1, `{ ${missing} }`);
	}
	return own;
}

/** Says why the vendor's options stay. */
const stays = (source: EditedSource, node: Node, why: string): void =>
	source.keepWorking(
		node,
		`\`storyblok()\` of astro-slugline/compat/config takes its options as they are: ${why}`,
	);

/** The calls of an imported function with nothing, or one object literal; undefined if the file does anything else with its name. */
function callsOf(source: EditedSource, specifier: Node): Node[] | undefined {
	const name = nameOf(specifier['local']);
	const calls: Node[] = [];
	let isOnlyCalled = true;
	source.walk((node, above) => {
		const parent = above.at(-1);
		if (!/Identifier$/.test(node.type) || nameOf(node) !== name || above.includes(specifier)) return;
		const [options, ...more] = listOf(parent?.['arguments']);
		const isCall = parent?.type === 'CallExpression' && parent['callee'] === node;
		if (isCall && more.length === 0 && (options?.type ?? 'ObjectExpression') === 'ObjectExpression')
			calls.push(parent);
		else isOnlyCalled = false;
	});
	return isOnlyCalled ? calls : undefined;
}

/** Says what a config means for where and how pages are rendered. */
function noteConfig(source: EditedSource, calls: readonly Node[]): void {
	const config = source.parsed.program && configOf(source.parsed.program);
	const output = propertyOf(config, 'output');
	if (output && isNode(output['value'])) noteServer(source, output, output['value']);
	const folder = propertyOf(config, 'srcDir');
	if (folder && (textIn(folder['value']) ?? '..').startsWith('..'))
		source.leave(
			folder,
			'run this in a folder that contains the source folder: only what is in it is changed',
		);
	const hasServer = output ?? propertyOf(config, 'adapter');
	for (const call of calls) {
		const token = propertyOf(listOf(call['arguments'])[0], 'accessToken')?.['value'];
		if (hasServer && isNode(token) && !/\b(?:SLUGLINE|STORYBLOK)_TOKEN\b/.test(source.textOf(token)))
			source.leave(
				token,
				'pages rendered on demand read the token from SLUGLINE_TOKEN: set it where the server runs',
			);
	}
}

/** Says what a site that renders on request would get from static pages, and what has to change for it. */
function noteServer(source: EditedSource, output: Node, value: Node): void {
	if (!/['"`]server['"`]/.test(source.textOf(value))) return;
	source.leave(
		output,
		textIn(value) === undefined
			? '`output` depends on the deployment: with `preview: { deployed: true }`, one static deployment shows drafts to editors, too'
			: "`output: 'server'` renders each page on request: remove it for pages that are built when content changes, and give each route with parameters `getStaticPaths` with storyPaths(); pages that need a request keep `export const prerender = false`",
	);
}

/** The properties that mean the same as an option; undefined if there are none. */
type Translation = (value: Node) => string[] | undefined;

/** The properties that take the place of each property of an object literal; undefined if one of them has no translation. */
function translated(
	source: EditedSource,
	object: Node,
	known: Readonly<Record<string, Translation>>,
): string[][] | undefined {
	const texts = listOf(object['properties']).map((property) => {
		const name = keyOf(property);
		const translation = Object.hasOwn(known, name) ? known[name] : undefined;
		const text = isNode(property['value']) ? translation?.(property['value']) : undefined;
		if (!text) stays(source, property, `slugline() has nothing that means the same as \`${name || '…'}\``);
		return text;
	});
	return texts.every((one) => one !== undefined) ? texts : undefined;
}

const none = () => [];

const missing = "missingBlok: 'error'";

/** What the options of the vendor's integration become, each in its place, and what is added at the end. */
function translationsOf(
	source: EditedSource,
	given: Node,
	componentsIn: (folder: string) => string[],
): string[][] | undefined {
	const folder = folderOf(propertyOf(given, 'componentsDir'));
	if (folder === undefined) {
		stays(source, given, 'only running it tells what `componentsDir` is');
		return undefined;
	}
	const found = componentsIn(`${folder}/storyblok`);
	const names = new Set(found.map((file) => foldName(parse(file).name)));
	// Of components with the same name, the vendor takes the last. slugline() does not search for files that begin with `_`.
	if (names.size < found.length || found.some((file) => /(?:^|\/)_/.test(file))) {
		stays(source, given, `the names of components in \`${folder}/storyblok\` clash, or begin with \`_\``);
		return undefined;
	}
	const fallback = propertyOf(given, 'enableFallbackComponent')?.['value'];
	const skips = isNode(fallback) && source.textOf(fallback) !== 'false';
	const searched = found.some((file) => file.endsWith('.astro')) ? [`'./${folder}/storyblok'`] : [];
	const texts = translated(source, given, {
		accessToken: (value) => [`token: ${source.textOf(value)}`],
		apiOptions: (value) => apiOptions(source, value),
		components(value) {
			const map = mapOf(source, value, folder, (path) => !skips || hasComponent(componentsIn(folder), path));
			if (map === undefined) return undefined;
			return [`bloks: ${searched.length > 0 ? `[${searched}, ${map}]` : map}`];
		},
		enableFallbackComponent(value) {
			const text = source.textOf(value);
			if (text === 'true') return [];
			const condition = value.type === 'Identifier' ? text : `(${text})`;
			return [text === 'false' ? missing : `missingBlok: ${condition} ? 'warn' : 'error'`];
		},
		...{ bridge: none, useCustomApi: none, componentsDir: none },
		...{ livePreview: none, contentLayer: none },
	});
	const added = [
		...(propertyOf(given, 'components') ? [] : searched.map((one) => `bloks: ${one}`)),
		...(propertyOf(given, 'enableFallbackComponent') ? [] : [missing]),
	];
	const bridge = propertyOf(given, 'bridge')?.['value'];
	if (texts && !(isNode(bridge) && source.textOf(bridge) === 'false'))
		source.leave(
			given,
			'the visual editor needs the option `preview: {}`, which takes the place of the bridge',
		);
	return texts && [...texts, added];
}

/** The folder of the components; undefined if only running the code would tell. */
function folderOf(property: Node | undefined): string | undefined {
	const text = property ? textIn(property['value']) : 'src';
	return text && trimEndSlashes(text).replace(/^\.?\/+/, '');
}

/** A map of components. Its paths are relative to the folder; those in `bloks` to the site or `src`. */
function mapOf(
	source: EditedSource,
	map: Node,
	folder: string,
	isThere: (path: string) => boolean,
): string | undefined {
	if (folder === 'src' && map.type !== 'ObjectExpression')
		return isThere('') ? source.textOf(map) : undefined;
	const paths = listOf(map['properties']).map((property) =>
		keyOf(property) ? property['value'] : undefined,
	);
	if (map.type !== 'ObjectExpression' || paths.some((path) => textIn(path) === undefined)) return undefined;
	// slugline() refuses a file that does not exist, which the vendor can skip.
	if (!paths.every((path) => isThere(textIn(path) ?? ''))) return undefined;
	if (folder === 'src') return source.textOf(map);
	const edits = new MagicString(source.textOf(map));
	for (const path of paths.filter(isNode)) {
		const [quote = '', ...rest] = source.textOf(path);
		const whole = `${quote}./${folder}/${rest.join('').replace(/^\.?\/+/, '')}`;
		edits.overwrite(path.start - map.start, path.end - map.start, whole);
	}
	return edits.toString();
}

/** True for the path of a component, with or without its extension. */
const hasComponent = (files: readonly string[], path: string): boolean =>
	files.some((file) => [file, file.replace(/\.\w+$/, '')].includes(path.replace(/^\.?\/+/, '')));

function apiOptions(source: EditedSource, given: Node): string[] | undefined {
	if (given.type !== 'ObjectExpression') return undefined;
	const hasEndpoint = propertyOf(given, 'endpoint') !== undefined;
	const texts = translated(source, given, {
		// An empty text is the vendor's default region.
		region(value) {
			if (hasEndpoint || textIn(value) === '') return [];
			return textIn(value) === undefined ? undefined : [`region: ${source.textOf(value)}`];
		},
		version: (value) => [`version: ${source.textOf(value)}`],
		endpoint(value) {
			const address = /^(.*)\/v2(?:\/cdn)?\/?(.)$/.exec(source.textOf(value));
			return address && textIn(value) ? [`baseUrl: ${address[1]}${address[2]}`] : undefined;
		},
		...{ cache: none, rateLimit: none, maxRetries: none },
	});
	return texts?.flat();
}

/** Writes each option in the place of the one that it translates, so that comments and line breaks stay. */
function writeOptions({ edits, text }: EditedSource, given: Node, options: readonly string[][]): void {
	const properties = listOf(given['properties']);
	const added = options.at(-1) ?? [];
	const last = options.slice(0, -1).findLastIndex((texts) => texts.length > 0);
	if (last < 0) {
		edits.overwrite(given.start, given.end, added.length > 0 ? `{ ${added.join(', ')} }` : '{}');
		return;
	}
	for (const [at, { start, end }] of properties.entries()) {
		const texts = [...(options[at] ?? []), ...(at === last ? added : [])];
		const before = text.slice(0, start).trimEnd();
		if (texts.length > 0) edits.overwrite(start, end, texts.join(`,${text.slice(before.length, start)}`));
		else {
			const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
			const [line = ''] = /(?:\n[ \t]*)?$/.exec(text.slice(0, start)) ?? [];
			const isAlone = line !== '' && /^[ \t]*\n/.test(text.slice(end + comma));
			// What is before it on the line may be a comment, and without a comma after it, the one before it goes.
			if (isAlone) edits.remove(start - line.length, end + comma);
			else if (comma > 0 || !before.endsWith(','))
				edits.remove(start, end + comma + (/^[ \t]*/.exec(text.slice(end + comma))?.[0].length ?? 0));
			else edits.remove(before.length - 1, end);
		}
	}
}
