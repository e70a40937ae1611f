import { basename } from 'node:path';
import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { foldName } from 'astro-keep/shared/text/named';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import MagicString from 'magic-string';
import { configOf } from '../init/add-integration.js';
import { type EditedSource, keyOf, propertyOf, type Translations } from './edited-source.js';

/**
 * Replaces the vendor's integration in astro.config with slugline().
 *
 * @param componentsIn the components in a folder, where the vendor's integration finds them by name
 */
export function migrateConfig(source: EditedSource, componentsIn: (folder: string) => string[]): string {
	const imports = source.imports(/^@storyblok\/astro$/);
	const local = imports
		.flatMap((declaration) => listOf(declaration['specifiers']))
		.find(
			(specifier) =>
				specifier.type === 'ImportDefaultSpecifier' || keyOf(specifier['imported']) === 'storyblok',
		);
	if (!local) return source.text;
	const name = nameOf(local['local']);
	const own = source.want('astro-slugline', 'default', { local: 'slugline' });
	noteServer(source);
	source.walk((node) => {
		if (node.type !== 'CallExpression' || nameOf(node['callee']) !== name || !isNode(node['callee'])) return;
		source.replace(node['callee'], own);
		const [options] = listOf(node['arguments']);
		if (!options) return;
		if (options.type !== 'ObjectExpression') {
			source.leave(options, 'the options are not an object literal: pass options to slugline() by hand');
			return;
		}
		editOptions(source, options, componentsIn);
	});
	return source.finish(imports);
}

/** Says what a site that renders on request would get from static pages, and what has to change for it. */
function noteServer(source: EditedSource): void {
	const output = outputOf(source);
	if (!isNode(output?.['value']) || !/['"`]server['"`]/.test(source.textOf(output['value']))) return;
	if (!/Literal$/.test(output['value'].type)) {
		source.leave(
			output,
			'`output` depends on the deployment: with `preview: { deployed: true }`, one static deployment shows drafts to editors, too',
		);
		return;
	}
	source.leave(
		output,
		"`output: 'server'` renders each page on request: remove it for pages that are built when content changes, and give each route with parameters `getStaticPaths` with storyPaths(); pages that need a request keep `export const prerender = false`",
	);
}

const outputOf = ({ parsed }: EditedSource): Node | undefined =>
	parsed.program && propertyOf(configOf(parsed.program), 'output');

/** Says which variable a server reads, if the config takes the token from another one. */
function noteToken(source: EditedSource, value: Node): void {
	const config = source.parsed.program && configOf(source.parsed.program);
	const hasServer = propertyOf(config, 'adapter') ?? propertyOf(config, 'output');
	if (hasServer && !/\b(?:SLUGLINE|STORYBLOK)_TOKEN\b/.test(source.textOf(value)))
		source.leave(
			value,
			'pages rendered on demand read the token from SLUGLINE_TOKEN: set it where the server runs',
		);
}

/** Replaces each option in its place, so that comments and line breaks stay. */
function editOptions(source: EditedSource, given: Node, componentsIn: (folder: string) => string[]): void {
	const { edits, text } = source;
	const properties = listOf(given['properties']);
	const folder = folderIn(source, propertyOf(given, 'componentsDir'));
	const found = componentsIn(`${folder}/storyblok`);
	const options = source.translate(given, optionsOf(source, folder, found), noCounterpart('the option `'));
	const hasBloks = propertyOf(given, 'components') || found.length === 0;
	const added = [
		...(hasBloks ? [] : [`bloks: ${bloksOf(source, undefined, folder, found)}`]),
		...missingBlokOf(source, given),
	];
	const last = options.findLastIndex((texts) => texts.length > 0);
	if (last < 0) {
		source.replace(given, added.length > 0 ? `{ ${added.join(', ')} }` : '');
		return;
	}
	for (const [at, property] of properties.entries()) {
		const { start, end } = property;
		const texts = [...(options[at] ?? []), ...(at === last ? added : [])];
		const before = text.slice(0, start).trimEnd();
		if (texts.length > 0) edits.overwrite(start, end, texts.join(`,${text.slice(before.length, start)}`));
		else {
			const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
			// Without a comma after it, the one before it goes.
			edits.remove(comma > 0 || !before.endsWith(',') ? before.length : before.length - 1, end + comma);
		}
	}
}

/** The option for bloks without a component: the vendor's integration fails unless it was told to show something in their place. */
function missingBlokOf(source: EditedSource, given: Node): string[] {
	const value = propertyOf(given, 'enableFallbackComponent')?.['value'];
	const shows = isNode(value) ? source.textOf(value) : 'false';
	if (shows === 'true') return [];
	return [shows === 'false' ? `missingBlok: 'error'` : `missingBlok: ${shows} ? 'warn' : 'error'`];
}

const none = () => [];

const noCounterpart = (before: string) => (name: string) => `${before}${name}\` has no counterpart`;

/** What the options of the vendor's integration become. */
const optionsOf = (source: EditedSource, folder: string, found: readonly string[]): Translations => ({
	accessToken(text, value) {
		noteToken(source, value);
		return [`token: ${text}`];
	},
	apiOptions: (_, value) =>
		source.translate(value, apiOptionsOf(source, value), noCounterpart('`apiOptions.')).flat(),
	components: (_, value) => [`bloks: ${bloksOf(source, value, folder, found)}`],
	// slugline() does not need these, but for what `missingBlok` says.
	...{ bridge: none, useCustomApi: none, enableFallbackComponent: none, componentsDir: none },
	livePreview: '`livePreview` becomes the option `preview: {}`, which needs no server',
	customFallbackComponent:
		'`customFallbackComponent` has no counterpart: a blok without a component is skipped with a warning',
	contentLayer: '`contentLayer` becomes a collection of stories() in src/content.config.ts',
});

function apiOptionsOf(source: EditedSource, given: Node): Translations {
	const hasEndpoint = propertyOf(given, 'endpoint') !== undefined;
	return {
		// An empty text is the vendor's default region.
		region: (text) => (hasEndpoint || /^(['"`])\1$/.test(text) ? [] : [`region: ${text}`]),
		version: (text) => [`version: ${text}`],
		endpoint: (_, value) => [placeOf(source, value, propertyOf(given, 'region'))],
		...{ cache: none, rateLimit: none, maxRetries: none },
	};
}

/** The address of the API, which takes precedence over a region. One that may be undefined leaves the region to decide. */
function placeOf(source: EditedSource, value: Node, region: Node | undefined): string {
	const withoutVersion = (node: Node) => source.textOf(node).replace(/\/v2(?:\/cdn)?\/?(?=['"`])/g, '');
	if (withoutVersion(value) === source.textOf(value))
		source.leave(value, '`baseUrl` is the address without `/v2`');
	if (/Literal$/.test(value.type) || !region) return `baseUrl: ${withoutVersion(value)}`;
	const { test, consequent, alternate } = value;
	const isOptional = isNode(test) && isNode(consequent) && nameOf(alternate) === 'undefined';
	const [given, address] = isOptional ? [test, consequent] : [value, value];
	return `...((${source.textOf(given)}) ? { baseUrl: ${withoutVersion(address)} } : { ${source.textOf(region)} })`;
}

const folderIn = (source: EditedSource, property: Node | undefined): string =>
	property && isNode(property['value'])
		? trimEndSlashes(source.textOf(property['value']).replace(/^['"`]|['"`]$/g, '')).replace(/^\.?\/+/, '')
		: 'src';

/**
 * The option `bloks`: the folder in which the vendor's integration finds components by name, with the map of components on top.
 *
 * @param map the option `components`
 * @param found the components in the folder
 */
function bloksOf(
	source: EditedSource,
	map: Node | undefined,
	folder: string,
	found: readonly string[],
): string {
	const names = Map.groupBy(found, (file) => foldName(basename(file, '.astro')));
	const isFound = (type: string, path: string) => {
		const file = /^(?:\.?\/)*storyblok\/(.*?)(?:\.astro)?$/.exec(path)?.[1];
		return file !== undefined && names.get(foldName(type))?.join() === `${file}.astro`;
	};
	// Of components with the same name, the last is rendered. slugline() does not search for files that begin with `_`.
	const hidden = [...names.values()].flatMap((files) => {
		const file = files.at(-1) ?? '';
		const name = foldName(basename(file, '.astro'));
		const isSeen = files.length === 1 && !file.split('/').some((part) => part.startsWith('_'));
		return isSeen ? [] : [`'${name}': './${folder}/storyblok/${file}'`];
	});
	const layers = [
		...(found.length > 0 ? [`'./${folder}/storyblok'`] : []),
		...(hidden.length > 0 ? [`{ ${hidden.join(', ')} }`] : []),
		...(map ? mapOf(source, map, folder, isFound) : []),
	];
	return layers.length === 1 ? (layers[0] ?? '') : `[${layers.join(', ')}]`;
}

/**
 * The map of components without those that the folder has under the same name; nothing if that leaves it empty. Paths are relative
 * to `src`, unless the option `componentsDir` names another folder.
 */
function mapOf(
	source: EditedSource,
	map: Node,
	folder: string,
	isFound: (type: string, path: string) => boolean,
): string[] {
	if (map.type !== 'ObjectExpression') {
		if (folder !== 'src')
			source.leave(map, `paths in \`bloks\` are relative to the site or its \`src\`, not to \`${folder}\``);
		return [source.textOf(map)];
	}
	const rest = new MagicString(source.textOf(map));
	const all = listOf(map['properties']);
	const isRedundant = ({ key, value }: Node) =>
		isNode(value) && isFound(keyOf(key), source.textOf(value).replace(/^['"`]|['"`]$/g, ''));
	if (all.every(isRedundant)) return [];
	for (const property of all.filter(isRedundant)) {
		const from = property.start - map.start;
		const to = property.end - map.start;
		const before = rest.original.slice(0, from).trimEnd().length;
		rest.remove(before, rest.original[to] === ',' ? to + 1 : to);
	}
	const text = rest.toString().replace(/, \}$/, ' }');
	return [
		folder === 'src' ? text : text.replace(/:\s*(['"`])(?:\.?\/)*/g, (_, quote) => `: ${quote}./${folder}/`),
	];
}
