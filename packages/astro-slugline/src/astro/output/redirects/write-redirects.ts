import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { parsedJson } from 'astro-keep/shared/json';
import { readSealed, writeSealed } from 'astro-keep/shared/node/sealed-file';
import { buildChannel } from 'astro-keep/tracking';
import { z } from 'zod';
import { cleanPath, encodePath, followMoves, type Place, type Redirect } from '../../../routing/index.js';
import { escapeHtml } from '../../../shared/text/escape-html.js';
import { type Connection, readRoutes, type Synced } from '../../session/index.js';
import { fileOf, type Options } from '../../settings/index.js';
import { addressesOf, frontOf, type NeededRedirect, neededRedirects, placesOf } from './needed-redirects.js';
import { readRedirects, writeRedirects } from './redirects-file.js';

export interface Built {
	connection: Connection;
	options: Options;
	config: AstroConfig;
	/** The output folder. */
	dir: URL;
	/** The pages of the build, as in `astro:build:done`, and those on demand, which a file would hide. */
	pages: readonly { pathname: string }[];
	logger: AstroIntegrationLogger;
}

/**
 * Adds redirects for stories that moved since the previous build, and writes all redirects into the output.
 *
 * @returns the old paths of stories, with the new ones, if a redirect from them can lead to another language
 * @throws {AstroError} if the redirects file is invalid
 */
export async function redirectMoved({
	connection,
	options,
	config,
	dir,
	pages,
	logger,
}: Built): Promise<ReadonlyMap<string, string>> {
	const synced = connection.latest();
	if (!synced) return new Map();
	const places = new URL(
		`slugline/places-${[options.id, connection.defaultLanguage].join('-')}.json`,
		config.cacheDir,
	);
	const routes = readRoutes(synced.routes);
	const now = Object.values(routes.routes);
	const built = new Set(pages.map(({ pathname }) => cleanPath(pathname)));
	const isBuilt = (path: string) => built.has(cleanPath(path));
	const writing = { hrefOf: addressesOf(now, config), config, dir, logger };
	if (!options.redirects) {
		await recordPlaces(places, synced, options.version);
		await write('pages', neededRedirects([], routes, isBuilt), writing);
		return new Map();
	}
	const { file: path } = options.redirects;
	const file = fileOf(path, config.root);
	let redirects = await readRedirects(file);
	// Paths of drafts need no redirects, because they were never public.
	if (options.version === 'published') {
		const before = readPlaces(places);
		if (!before)
			logger.info(
				'No cached build has the paths of stories, so they are redirected when they move from now on.',
			);
		const next = followMoves(redirects, before ?? [], placesOf(routes));
		if (JSON.stringify(next) !== JSON.stringify(redirects)) {
			await writeRedirects(file, next);
			logger.info(changeLine(redirects, next, path));
		}
		const had = new Set(redirects.map(({ from }) => from));
		redirects = next;
		await writePlaces(
			places,
			before ?? [],
			now,
			next.filter(({ from }) => !had.has(from)),
		);
	}
	const needed = neededRedirects(redirects, routes, isBuilt);
	await write(options.redirects.write, needed, writing);
	noteMistakes(redirects, needed, isBuilt, writing, path);
	const moved = routes.languages.length > 1 ? needed.filter(({ story }) => story !== undefined) : [];
	return new Map(moved.map(({ from, to }) => [from, to]));
}

/** Warns, once the finished site is known, of redirects that people wrote and that are not in it, or lead to no page of it. */
function noteMistakes(
	redirects: readonly Redirect[],
	needed: readonly NeededRedirect[],
	hasPage: (path: string) => boolean,
	{ hrefOf }: Writing,
	file: string,
): void {
	const froms = new Set(redirects.map(({ from }) => from));
	const written = new Set(needed.map(({ from }) => from));
	for (const redirect of redirects.filter(({ story }) => story === undefined)) {
		const { from, to } = redirect;
		const [path = ''] = to.split(/[?#]/, 1);
		const isWritten = written.has(from);
		const what = hasPage(from)
			? 'is left out, because the site has a page there. Remove one of the two.'
			: isWritten && to.startsWith('/')
				? `leads to no page: the site has none at \`${to}\`. Correct its \`to\`.`
				: froms.has(path) && !written.has(path)
					? `is left out, because it leads in a circle by way of \`${path}\`. Correct its \`to\`.`
					: undefined;
		if (what === undefined) continue;
		const sentence = `The redirect from \`${from}\` in ${file} ${what}`;
		const unless = isWritten ? new URL(hrefOf(redirect), 'http://localhost').pathname : undefined;
		buildChannel().takeNotice?.({ sentence, page: undefined, unless });
	}
}

interface Writing {
	hrefOf: (redirect: Redirect) => string;
	config: AstroConfig;
	dir: URL;
	logger: AstroIntegrationLogger;
}

async function write(
	how: 'pages' | '_redirects',
	redirects: readonly NeededRedirect[],
	writing: Writing,
): Promise<void> {
	const { hrefOf, config, dir, logger } = writing;
	if (how === 'pages') return writePages(redirects, hrefOf, config, dir);
	const { rules = [], plain = [] } = Object.groupBy(redirects, ({ from }) =>
		isHostRule(from) ? 'rules' : 'plain',
	);
	if (rules.length > 0) logger.warn(rulesLine(rules));
	await writeHostFile(plain, hrefOf, frontOf(config), config, dir);
}

/** Records the first path of each story for a site without the option, so that redirects begin with it when it is set. */
async function recordPlaces(
	places: URL,
	{ routes, space }: Synced,
	version: Options['version'],
): Promise<void> {
	const before = readPlaces(places);
	if (version !== 'published' || (space.summary.kind === 'unchanged' && before)) return;
	await writePlaces(places, Object.values(readRoutes(routes).routes), before ?? []);
}

const placesSchema = z.array(z.object({ uuid: z.string(), lang: z.string(), path: z.string() }));

/** The paths of stories in the previous build; undefined if there is no intact cache of it. */
const readPlaces = (file: URL): Place[] | undefined =>
	placesSchema.safeParse(parsedJson(String(readSealed(file) ?? ''))).data;

/**
 * Caches the paths of stories for the next build. A story without a page keeps its last path, because it may come back.
 *
 * @param added redirects that the file did not have. Their paths stay until a build finds them there, because the folder of the next
 * build may be a fresh checkout, without what this one has written
 */
async function writePlaces(
	file: URL,
	before: readonly Place[],
	now: readonly Place[],
	added: readonly Redirect[] = [],
): Promise<void> {
	const places = new Map<string, Place>();
	for (const { uuid, lang, path } of [...before, ...now]) places.set(`${uuid} ${lang}`, { uuid, lang, path });
	const old = added.flatMap(({ from, story, lang = 'default' }) =>
		story === undefined ? [] : { uuid: story, lang, path: from },
	);
	await writeSealed(file, JSON.stringify([...old, ...places.values()]));
}

async function writePages(
	redirects: readonly Redirect[],
	hrefOf: (redirect: Redirect) => string,
	{ build, publicDir, site }: AstroConfig,
	dir: URL,
): Promise<void> {
	for (const redirect of redirects) {
		const path = redirect.from.slice(1);
		const name = build.format === 'directory' || path === '' ? join(path, 'index.html') : `${path}.html`;
		if (existsSync(join(fileURLToPath(publicDir), name))) continue;
		const file = join(fileURLToPath(dir), name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, redirectPage(redirect.from, hrefOf(redirect), site));
	}
}

/** The HTML of a page that redirects immediately, as Astro writes it for its own redirects. */
function redirectPage(from: string, href: string, site: string | undefined): string {
	const to = escapeHtml(href);
	const absolute = site === undefined || !href.startsWith('/') ? to : escapeHtml(new URL(href, site).href);
	return `<!doctype html>
<title>Redirecting to: ${to}</title>
<meta http-equiv="refresh" content="0;url=${to}">
<meta name="robots" content="noindex">
<link rel="canonical" href="${absolute}">
<body>
	<a href="${to}">Redirecting from <code>${escapeHtml(from)}</code> to <code>${to}</code></a>
</body>
`;
}

const hostFile = '_redirects';

/** True for a path that hosts would read as a rule for other pages, because `*` and a leading `:` are placeholders. */
const isHostRule = (path: string): boolean => /\*|\/:/.test(path);

function rulesLine(rules: readonly Redirect[]): string {
	const paths = rules.slice(0, 5).map(({ from }) => from);
	const others = rules.length > paths.length ? ` and ${rules.length - paths.length} others` : '';
	return `Redirects from ${paths.join(', ')}${others} are not in ${hostFile}, because hosts would read '*' and ':' in them as rules for other pages. To include them, use \`redirects: { write: 'pages' }\`.`;
}

/** Appends redirects to the site's own file, with and without a slash at the end, because hosts distinguish the two. */
async function writeHostFile(
	redirects: readonly NeededRedirect[],
	hrefOf: (redirect: Redirect) => string,
	front: string,
	{ publicDir }: AstroConfig,
	dir: URL,
): Promise<void> {
	const own = await readFile(new URL(hostFile, publicDir), 'utf8').catch(() => '');
	const lines = redirects.flatMap((redirect) => {
		const from = front + encodePath(cleanPath(redirect.from));
		const forms = from.endsWith('/') ? [from] : [from, `${from}/`];
		const status = redirect.isFallback ? 302 : 301;
		return forms.map((form) => `${form} ${withoutPlaceholders(hrefOf(redirect))} ${status}`);
	});
	if (lines.length === 0 && own === '') return;
	const end = own === '' || own.endsWith('\n') ? '' : '\n';
	await writeFile(new URL(hostFile, dir), `${own}${end}${lines.map((line) => `${line}\n`).join('')}`);
}

/** Escapes the placeholders of hosts in the path of an address. */
function withoutPlaceholders(href: string): string {
	const [origin = ''] = /^https?:\/\/[^/]*/.exec(href) ?? [];
	return origin + href.slice(origin.length).replaceAll('*', '%2A').replaceAll('/:', '/%3A');
}

function changeLine(before: readonly Redirect[], now: readonly Redirect[], path: string): string {
	const had = new Set(before.map(({ from }) => from));
	const has = new Set(now.map(({ from }) => from));
	const added = now.filter(({ from }) => !had.has(from)).length;
	const removed = before.filter(({ from }) => !has.has(from)).length;
	const counts = [added && `${added} added`, removed && `${removed} removed`].filter((count) => count !== 0);
	return `Redirects in ${path} have changed (${counts.join(', ') || 'their targets moved'}). Commit the file, because the next build starts from it.`;
}
