import { isObject, parsedJson } from 'astro-keep/shared/json';
import { packageVersion } from 'astro-slugline/command';

/** Packages that astro-slugline replaces. */
const replaced = ['@storyblok/astro', 'astro-loader-storyblok', '@storyblok/js'];

/** The lists of a package.json, of which the first that names one of these packages gets ours. */
const lists = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** The text of a package.json with astro-slugline instead of the packages that it replaces; undefined if it is not valid JSON. */
export function migratePackage(text: string): string | undefined {
	const manifest = parsedJson(text);
	if (!isObject(manifest)) return undefined;
	const found = [...lists, 'peerDependencies'].filter((field) => {
		const list = manifest[field];
		return isObject(list) && replaced.some((name) => Object.hasOwn(list, name));
	});
	if (found.length === 0) return text;
	for (const field of found) {
		const kept = Object.entries(manifest[field] as object).filter(([name]) => !replaced.includes(name));
		const own = field === 'peerDependencies' || field === found[0];
		const all = own ? [...kept, ['astro-slugline', `^${packageVersion}`] as const] : kept;
		manifest[field] = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
	}
	const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '\t';
	return `${JSON.stringify(manifest, null, indent)}\n`;
}
