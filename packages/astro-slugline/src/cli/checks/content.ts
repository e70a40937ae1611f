import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { CurrentSpace, Link, SpaceInfo } from '../../wire/index.js';
import type { Access } from './access.js';
import { type Finding, good, open, words, wrong } from './finding.js';

const builtSchema = z.looseObject({
	cv: z.number().nullable(),
	spaceVersion: z.number().nullable(),
	settled: z.boolean().default(true),
});

/** Has the built site seen this version of the space? */
export async function checkVersion(
	space: CurrentSpace,
	built: string,
	fetch: typeof globalThis.fetch,
): Promise<Finding> {
	const text = await readBuilt(built, fetch).catch(() => null);
	const parsed = builtSchema.safeParse(parse(text));
	const now = `The space is at version ${space.version}`;
	if (!parsed.success) {
		return open(
			'Version',
			`${now}; ${built} is not there to compare it with, or an earlier version of astro-slugline wrote it.`,
			'Build the site, or name its slugline.json with --built.',
		);
	}
	const { cv, spaceVersion, settled } = parsed.data;
	if (spaceVersion === null)
		return open(
			'Version',
			`${now}; the site was built from drafts, which have none.`,
			'Nothing, if that is meant.',
		);
	// An edge location may tell a lower version than another one did.
	const isSeen = space.version_is_hash ? spaceVersion === space.version : spaceVersion >= space.version;
	if (isSeen && settled) return good('Version', `${now}, which the site holds.`);
	if (isSeen)
		return open(
			'Version',
			`${now}; the site holds the snapshot cv ${cv}, which may lack the latest changes.`,
			'Nothing: the next builds ask until the edge serves a newer one, for at most 24 hours.',
		);
	return wrong(
		'Version',
		`${now}; the site holds ${spaceVersion}.`,
		'Build the site. If a webhook should have done that, look at the webhooks below.',
	);
}

async function readBuilt(built: string, fetch: typeof globalThis.fetch): Promise<string> {
	if (!/^https?:/i.test(built)) return readFile(resolve(built), 'utf8');
	const response = await fetch(built, { headers: { 'cache-control': 'no-cache' } });
	if (!response.ok) throw new Error(`${response.status}`);
	return response.text();
}

function parse(text: string | null): unknown {
	try {
		return JSON.parse(text ?? '');
	} catch {
		return null;
	}
}

/** Do space, links and management interface name the same languages? */
export function checkLanguages(space: CurrentSpace, links: readonly Link[], info: SpaceInfo | null): Finding {
	const inLinks = new Set(links.flatMap(({ alternates }) => (alternates ?? []).map(({ lang }) => lang)));
	const told = new Set([...(space.language_codes ?? []), ...(info?.languages ?? []).map(({ code }) => code)]);
	const all = [...new Set([...told, ...inLinks])].sort();
	if (all.length === 0) return good('Languages', 'The space has its default language only.');
	const names = all.join(', ');
	const unknown = [...inLinks].filter((code) => told.size > 0 && !told.has(code));
	if (unknown.length > 0) {
		return wrong(
			'Languages',
			`Links name the languages ${unknown.join(', ')}, which the space does not have.`,
			'Look at the languages in the settings of the space; name the ones to build as `languages` in astro.config.',
		);
	}
	const unused = all.filter((code) => !inLinks.has(code));
	if (unused.length > 0 && links.length > 0) {
		return open(
			'Languages',
			`Beside its default language the space has ${names}; no link names ${unused.join(', ')}.`,
			'Nothing, if nothing is translated yet.',
		);
	}
	return good('Languages', `Beside its default language the space has ${names}.`);
}

/** Is there a published story for each published link, and the other way round? */
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
			...(lost.length > 0 ? [`${count(lost.length, 'link')} without a story: ${some(lost)}`] : []),
			...(extra.length > 0
				? [`${extra.length === 1 ? '1 story' : `${extra.length} stories`} without a link: ${some(extra)}`]
				: []),
		];
		return wrong(
			'Links',
			`${parts.join('; ')}.`,
			'Publish these stories again; if something was published just now, look again. A token may also be bound to some stories only.',
		);
	} catch (error) {
		return open('Links', `The stories could not be listed. ${words(error)}`, 'Try again.');
	}
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

function some(slugs: readonly string[]): string {
	const first = slugs.slice(0, 5).join(', ');
	return slugs.length > 5 ? `${first} and ${slugs.length - 5} more` : first;
}
