import { isObject, parsedJson } from 'astro-keep/shared/json';
import { packageVersion } from 'astro-slugline/command';

/** Packages that astro-slugline replaces. */
const replaced = ['@storyblok/astro', 'astro-loader-storyblok', '@storyblok/js'];

/** The text of a package.json with astro-slugline instead of the packages that it replaces; undefined if it is not valid JSON. */
export function migratePackage(text: string): string | undefined {
	const manifest = parsedJson(text);
	if (!isObject(manifest)) return undefined;
	let found = false;
	for (const field of ['dependencies', 'devDependencies']) {
		const list = manifest[field];
		if (typeof list !== 'object' || list === null) continue;
		const entries = Object.entries(list);
		const left = entries.filter(([name]) => !replaced.includes(name));
		if (left.length === entries.length) continue;
		const all = found ? left : [...left, ['astro-slugline', `^${packageVersion}`] as const];
		found = true;
		manifest[field] = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
	}
	if (!found) return text;
	const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '\t';
	return `${JSON.stringify(manifest, null, indent)}\n`;
}
