import { oneLine } from 'astro-keep/shared/text/printable';
import { isServerFile } from '../shared/text/portable-name.js';
import type { LanguagePlan } from './languages/plan.js';
import { listed, named, type PageStory } from './page-story.js';
import { RouteError } from './route-error.js';
import { firstSegment, leavesFolder } from './site-path.js';
import type { RouteTableInput } from './types.js';

const mayHaveCapitals = /[^!-@[-~]/;

/**
 * Checks every path of the site.
 *
 * @returns warnings about paths that differ only in case, and those of the default language that look like translations
 * @throws {RouteError} if two pages share a path, or if Astro cannot build a path
 */
export function checkPaths(
	stories: readonly PageStory[],
	languages: LanguagePlan,
	output: { format: Format; files: readonly string[]; fileOf?: RouteTableInput['fileOf'] },
): string[] {
	const codes = ['default', ...languages.others.map(({ lang }) => lang)];
	const prefixes = new Set(languages.others.map(({ prefix }) => prefix));
	// One number identifies a page, because there may be millions of them.
	const taken = new Map<string, number>();
	const shared: [page: number, other: number][] = [];
	const rules = pathRules(output).map((rule) => ({ ...rule, pages: [] as number[] }));
	const mixed: string[] = [];
	const storyOf = (page: number) => stories[Math.floor(page / codes.length)];
	const who = (page: number) => {
		const story = storyOf(page);
		return story ? named(story, codes[page % codes.length] ?? 'default', output.fileOf) : '';
	};
	const pathOf = (page: number) => `/${short(storyOf(page)?.paths[page % codes.length] ?? '')}`;
	stories.forEach(({ paths }, of) => {
		paths.forEach((path, at) => {
			if (path === undefined) return;
			const page = of * codes.length + at;
			const other = taken.get(path);
			if (other === undefined) taken.set(path, page);
			else shared.push([page, other]);
			rules.find(({ breaks }) => breaks(path))?.pages.push(page);
			if (mayHaveCapitals.test(path) && path !== path.toLowerCase()) mixed.push(path);
		});
	});
	const [broken] = rules.flatMap(({ message, pages }) =>
		listed(message, pages, (page) => `${pathOf(page)}: ${who(page)}`),
	);
	if (broken !== undefined) {
		throw new RouteError(
			broken,
			'Change the slug or the real path of the story in the space, or leave it out with `routes.exclude`.',
		);
	}
	const [collision] = listed(
		'Two pages have the same path',
		shared,
		([page, other]) => `${pathOf(page)}: ${who(other)} and ${who(page)}`,
	);
	if (collision !== undefined) {
		throw new RouteError(
			collision,
			'Change the slug, the translated slug, or the real path of one of them in the space, or leave one out with `routes.exclude`.',
		);
	}
	const untranslated = stories.flatMap(({ folder, paths: [path = ''] }, of) =>
		folder === undefined && path !== '' && prefixes.has(firstSegment(path)) ? of * codes.length : [],
	);
	return [
		...caseWarnings(mixed, taken, who),
		...listed(
			'Some paths begin with a language, but their stories are in the default language, because the name of a folder does not translate them. Translate a story itself, which in a folder is a file such as `about.de.md` next to `about.md`, or change these slugs',
			untranslated,
			(page) => `${pathOf(page)}: ${who(page)}`,
		),
	];
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
	const alike: [path: string, other: string][] = [];
	for (const path of mixed) {
		const lower = path.toLowerCase();
		const other = taken.has(lower) ? lower : first.get(lower);
		if (other === undefined) first.set(lower, path);
		else alike.push([path, other]);
	}
	return listed(
		'Some paths differ only in capital letters, so on some file systems one page overwrites the other',
		alike,
		([path, other]) => {
			const pages = [taken.get(other), taken.get(path)].filter((page) => page !== undefined);
			return `/${other} and /${path}: ${pages.map(who).join(' and ')}`;
		},
	);
}

type Format = 'directory' | 'file' | 'preserve';

interface PathRule {
	breaks(path: string): boolean;
	/** What is wrong with the paths that break the rule, without a period. */
	message: string;
}

/** Paths whose files Astro uses itself, or confuses with such a file. */
const notAsFolder = /(?:^|\/)index\.html(?:\/|$)|^(?:404|500)\.html(?:\/|$)/;
const notAsFile = /(?:^|\/)index$|\.html(?:\/|$)/;

/** Astro resolves a page's path as a URL, so a path like this would resolve to an address outside the site. */
const beginsWithScheme = /^[a-z][a-z0-9+.-]*:/i;

/** The longest name that file systems allow, and the longest path that leaves room for the site's own folder. */
const maxNameBytes = 255;
const maxPathBytes = 2000;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).byteLength;

/**
 * The rules for paths, which are decoded and have no slash at either end. Only the first rule that a path
 * breaks is reported.
 *
 * @param files files of the output that are not pages, such as `slugline.json`
 */
function pathRules({ format, files }: { format: Format; files: readonly string[] }): PathRule[] {
	const isFolder = format === 'directory';
	const taken = new Set(files.map((file) => file.toLowerCase()));
	const ending = isFolder ? '' : '.html';
	const refused = isFolder ? notAsFolder : notAsFile;
	const foldersOf = (path: string): string[] => {
		const folders = isFolder ? [path] : [];
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
			folders.push(path.slice(0, end));
		}
		return folders;
	};
	return [
		{
			breaks: (path) => path.includes('..') && leavesFolder(path),
			message: "The path of a page must not contain '..'",
		},
		{
			breaks: (path) => beginsWithScheme.test(path),
			message: "The path of a page must not begin with a URL scheme, such as 'file:'",
		},
		{
			breaks: (path) =>
				// A code unit encodes to at most three bytes.
				path.length * 3 > maxNameBytes - ending.length &&
				(bytesOf(path) > maxPathBytes ||
					path.split('/').some((name, at, names) => {
						const last = at === names.length - 1;
						return bytesOf(name) + (last ? ending.length : 0) > maxNameBytes;
					})),
			message: `Astro cannot build a page with this name, because file systems allow ${maxNameBytes} bytes between slashes and ${maxPathBytes} in the whole path`,
		},
		{
			breaks: (path) =>
				foldersOf(path).some((folder) => taken.has(folder.toLowerCase()) || isServerFile(folder)),
			message: 'A page must not have the name of a file that the site or its server needs',
		},
		{
			breaks: (path) => refused.test(path),
			message: `Astro cannot build a page with this name under build.format '${format}', because it uses the name for its own files`,
		},
	];
}
