import { parsedJson } from 'astro-keep/shared/json';
import { isNode, listOf, type Node } from 'astro-keep/shared/syntax-nodes';
import { packageVersion } from 'astro-slugline/command';
import MagicString from 'magic-string';
import { parseCode } from '../source/parse-code.js';
import { propertyOf, wordOf } from './edited-source.js';

/** Packages that astro-slugline replaces. */
const replaced = ['@storyblok/astro', 'astro-loader-storyblok', '@storyblok/js'];

const lists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Makes JSON a module. */
const before = 'export default ';

/**
 * The text of a package.json with astro-slugline in the place of the packages that it replaces; undefined if it is not valid JSON.
 *
 * @param needed packages that files still import, which stay
 */
export async function migratePackage(text: string, needed: ReadonlySet<string>): Promise<string | undefined> {
	if (parsedJson(text) === undefined) return undefined;
	const code = before + text;
	const parsed = await parseCode('package.mjs', code);
	const manifest = listOf(parsed?.program?.['body'])[0]?.['declaration'];
	const edits = new MagicString(code);
	const listOfName = (list: string) => (isNode(manifest) ? propertyOf(manifest, list)?.['value'] : undefined);
	const hasOwn = (list: string) => {
		const object = listOfName(list);
		return isNode(object) && propertyOf(object, 'astro-slugline') !== undefined;
	};
	let isNamed = lists.some(hasOwn);
	for (const list of lists) {
		const object = listOfName(list);
		const properties = isNode(object) ? listOf(object['properties']) : [];
		const [first, second] = properties;
		const last = properties.at(-1);
		if (!first || !last || !properties.some(isReplaced)) continue;
		const wants = !isNamed || (list === 'peerDependencies' && !hasOwn(list));
		isNamed = true;
		const own = wants ? [`"astro-slugline": "^${packageVersion}"`] : [];
		const at = properties.findIndex(isReplaced);
		const kept = (ones: readonly Node[]) =>
			ones
				.filter((one) => !isReplaced(one) || needed.has(wordOf(one['key'])))
				.map((one) => code.slice(one.start, one.end));
		const texts = [...kept(properties.slice(0, at)), ...own, ...kept(properties.slice(at))];
		const separator = second ? code.slice(first.end, second.start) : ', ';
		edits.overwrite(first.start, last.end, texts.join(separator));
	}
	return edits.toString().slice(before.length);
}

const isReplaced = ({ key }: Node): boolean => replaced.includes(wordOf(key));
