import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parsedJson } from 'astro-keep/shared/json';
import { count, some } from 'astro-keep/shared/text/named';
import { z } from 'zod';
import { languagesIn } from '../../shared/api/languages-of.js';
import type { CurrentSpace, Link, SpaceInfo } from '../../wire/index.js';
import type { Access } from './access.js';
import { type Finding, good, open, words, wrong } from './finding.js';

const builtSchema = z.looseObject({
	cv: z.number().nullable(),
	spaceVersion: z.number().nullable(),
	settled: z.boolean().default(true),
});

/** Checks whether the built site has this version of the space. The static pages of one with live pages may have an older one. */
export async function checkVersion(
	space: CurrentSpace,
	{ built, hasLive }: { built: string; hasLive: boolean },
	fetch: typeof globalThis.fetch,
): Promise<Finding> {
	const text = await readBuilt(built, fetch).catch(() => '');
	const parsed = builtSchema.safeParse(parsedJson(text));
	const now = `The space is at version ${space.version}`;
	if (!parsed.success) {
		return open(
			'Version',
			`${now}, but ${built} does not exist or was written by an earlier version of astro-slugline, so they cannot be compared.`,
			'Build the site, or pass the location of its slugline.json with --built.',
		);
	}
	const { cv, spaceVersion, settled } = parsed.data;
	if (spaceVersion === null)
		return open(
			'Version',
			`${now}, but the site was built from drafts, which have no version.`,
			'Nothing, if this is intended.',
		);
	// An edge location may report a lower version than another one did.
	const isSeen = space.version_is_hash ? spaceVersion === space.version : spaceVersion >= space.version;
	if (isSeen && settled) return good('Version', `${now}, and so is the site.`);
	if (isSeen)
		return open(
			'Version',
			`${now}, but the site was built from the snapshot cv ${cv}, which may lack the latest changes.`,
			'Nothing: the next builds look for a newer snapshot, for up to 24 hours.',
		);
	if (hasLive)
		return open(
			'Version',
			`${now}, but static pages are at version ${spaceVersion}. Live pages show what is published.`,
			'Build the site, if static pages show stories.',
		);
	return wrong(
		'Version',
		`${now}, but the site is at version ${spaceVersion}.`,
		'Build the site. If a webhook should have started a build, see the webhooks below.',
	);
}

async function readBuilt(built: string, fetch: typeof globalThis.fetch): Promise<string> {
	if (!/^https?:/i.test(built)) return readFile(resolve(built), 'utf8');
	const response = await fetch(built, { headers: { 'cache-control': 'no-cache' } });
	if (!response.ok) throw new Error(`${response.status}`);
	return response.text();
}

/** Checks that space, links, and management API agree about the languages. */
export function checkLanguages(space: CurrentSpace, links: readonly Link[], info: SpaceInfo | null): Finding {
	const inLinks = languagesIn(links);
	const reported = new Set([
		...(space.language_codes ?? []),
		...(info?.languages ?? []).map(({ code }) => code),
	]);
	const all = [...new Set([...reported, ...inLinks])].sort();
	if (all.length === 0) return good('Languages', 'The space has its default language only.');
	const names = all.join(', ');
	const unknown = [...inLinks].filter((code) => reported.size > 0 && !reported.has(code));
	if (unknown.length > 0) {
		return wrong(
			'Languages',
			`Links have the languages ${unknown.join(', ')}, which the space does not have.`,
			"Check the languages in the space's settings, and list those to build as `languages` in astro.config.",
		);
	}
	const unused = all.filter((code) => !inLinks.has(code));
	if (unused.length > 0 && links.length > 0) {
		return open(
			'Languages',
			`Besides its default language, the space has ${names}, but no link has ${unused.join(', ')}.`,
			'Nothing, if nothing is translated yet.',
		);
	}
	return good('Languages', `Besides its default language, the space has ${names}.`);
}

/** Checks that each published link has a published story, and vice versa. */
export async function checkLinks(
	{ client }: Pick<Access, 'client'>,
	links: readonly Link[],
): Promise<Finding> {
	const expected = new Map(
		links.filter((link) => !link.is_folder && link.published).map((link) => [link.uuid, link.slug]),
	);
	const query = { version: 'published', perPage: 100, expected: expected.size } as const;
	try {
		const found = new Map<string, string>();
		for await (const story of client.stories.each(query)) found.set(story.uuid, story.full_slug);
		const lost = [...expected].filter(([uuid]) => !found.has(uuid)).map(([, slug]) => slug);
		const extra = [...found].filter(([uuid]) => !expected.has(uuid)).map(([, slug]) => slug);
		if (lost.length === 0 && extra.length === 0) {
			return good('Links', `${count(expected.size, 'published link')}, each with its story.`);
		}
		const parts = [
			...(lost.length > 0 ? [`${count(lost.length, 'link')} without a story: ${some(lost, 5)}`] : []),
			...(extra.length > 0
				? [`${count(extra.length, 'story', 'stories')} without a link: ${some(extra, 5)}`]
				: []),
		];
		return wrong(
			'Links',
			`${parts.join('; ')}.`,
			'Publish these stories again. If something has just been published, try again. The token may also be limited to some stories.',
		);
	} catch (error) {
		return open('Links', `The stories could not be listed. ${words(error)}`, 'Try again.');
	}
}
