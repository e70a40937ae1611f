import { oneLine } from '../shared/printable.js';
import type { RouteLanguages } from './languages.js';
import { named, type PageStory } from './page-story.js';
import { type Format, pathRules } from './path-rules.js';
import { findings } from './problems.js';
import { RouteError } from './route-error.js';

const mayHaveCapitals = /[^!-@[-~]/;

/**
 * Checks every path of the site.
 *
 * @returns warnings about paths that differ only in case
 * @throws {RouteError} if two pages share a path, or if Astro cannot build a path
 */
export function checkPaths(
	stories: readonly PageStory[],
	languages: RouteLanguages,
	output: { format: Format; files: readonly string[] },
): string[] {
	const codes = ['default', ...languages.others.map(({ lang }) => lang)];
	// One number identifies a page, because there may be millions of them.
	const taken = new Map<string, number>();
	const shared = findings();
	const rules = pathRules(output).map((rule) => ({ ...rule, found: findings() }));
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
			else shared.add(() => `/${short(path)}: ${who(other)} and ${who(page)}`);
			const broken = rules.find(({ breaks }) => breaks(path));
			broken?.found.add(() => `/${short(path)}: ${who(page)}`);
			if (mayHaveCapitals.test(path) && path !== path.toLowerCase()) mixed.push(path);
		});
	});
	for (const { found, message } of rules) {
		if (found.count === 0) continue;
		throw new RouteError(
			`${message}:\n${found.lines().join('\n')}`,
			'Change the slug or the real path of the story in the space, or leave it out with `routes.exclude`.',
		);
	}
	if (shared.count > 0) {
		throw new RouteError(
			`Two pages have the same path:\n${shared.lines().join('\n')}`,
			'Change the slug, the translated slug, or the real path of one of them in the space, or leave one out with `routes.exclude`.',
		);
	}
	return caseWarnings(mixed, taken, who);
}

/** Longest path that a message quotes, in characters. */
const maxQuotedLength = 100;

const short = (path: string): string => {
	const line = oneLine(path);
	return line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength)}…` : line;
};

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
		`Some paths differ only in capital letters, so on some file systems one page overwrites the other:\n${alike.lines().join('\n')}`,
	];
}
