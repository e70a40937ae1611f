import type { RouteLanguages } from './languages.js';
import { named, type PageStory } from './page-story.js';
import { findings } from './problems.js';
import { RouteError } from './route-error.js';
import { leavesFolder } from './site-path.js';

type Format = 'directory' | 'file' | 'preserve';

const mayHaveCapitals = /[^!-@[-~]/;

/** Names that Astro writes over its own files with, or reads as the name of such a file. */
const notAsFolder = /(?:^|\/)index\.html(?:\/|$)|^(?:404|500)\.html(?:\/|$)/;
const notAsFile = /(?:^|\/)index$|\.html(?:\/|$)/;

/**
 * Looks at every path of the site once.
 *
 * @returns warnings: paths that differ only in case
 * @throws {RouteError} where two pages share a path, or a path cannot be built
 */
export function checkPaths(
	stories: readonly PageStory[],
	languages: RouteLanguages,
	format: Format,
): string[] {
	const codes = ['default', ...languages.others.map(({ lang }) => lang)];
	// A page is told by one number, for there may be millions.
	const taken = new Map<string, number>();
	const shared = findings();
	const outside = findings();
	const unbuildable = findings();
	const refused = format === 'directory' ? notAsFolder : notAsFile;
	const mixed: string[] = [];
	const who = (page: number) => {
		const story = stories[Math.floor(page / codes.length)];
		return story ? named(story, codes[page % codes.length] ?? 'default') : '';
	};
	stories.forEach(({ paths }, of) => {
		paths.forEach((path, at) => {
			if (path === undefined) return;
			const page = of * codes.length + at;
			const other = taken.get(path);
			if (other === undefined) taken.set(path, page);
			else shared.add(() => `/${path}: ${who(other)} and ${who(page)}`);
			if (path.includes('..') && leavesFolder(path)) outside.add(() => `/${path}: ${who(page)}`);
			if (refused.test(path)) unbuildable.add(() => `/${path}: ${who(page)}`);
			if (mayHaveCapitals.test(path) && path !== path.toLowerCase()) mixed.push(path);
		});
	});
	if (outside.count > 0) {
		throw new RouteError(
			`The path of a page may not have '..' in it:\n${outside.lines().join('\n')}`,
			'Change the slug or the real path of the story in the space, or leave it out with `routes.exclude`.',
		);
	}
	if (shared.count > 0) {
		throw new RouteError(
			`Two pages have the same path:\n${shared.lines().join('\n')}`,
			'Change the slug, the translated slug or the real path of one of them in the space, or leave one out with `routes.exclude`.',
		);
	}
	if (unbuildable.count > 0) {
		throw new RouteError(
			`Astro cannot build a page of this name with build.format '${format}', because its own files are called so:\n${unbuildable.lines().join('\n')}`,
			'Change the slug in the space, give the story a real path, or leave it out with `routes.exclude`.',
		);
	}
	return caseWarnings(mixed, taken, who);
}

function caseWarnings(
	mixed: readonly string[],
	taken: ReadonlyMap<string, number>,
	who: (page: number) => string,
): string[] {
	const first = new Map<string, string>();
	const alike = findings();
	for (const path of mixed) {
		const lower = path.toLowerCase();
		const other = taken.has(lower) ? lower : first.get(lower);
		if (other === undefined) first.set(lower, path);
		else {
			const pages = [taken.get(other), taken.get(path)].filter((page) => page !== undefined);
			alike.add(() => `/${other} and /${path}: ${pages.map(who).join(' and ')}`);
		}
	}
	if (alike.count === 0) return [];
	return [
		`Some paths differ only in capital letters, so on some file systems one page replaces the other:\n${alike.lines().join('\n')}`,
	];
}
