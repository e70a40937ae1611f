import { type DeliveryClient, isServiceError } from '../../client/index.js';
import { languagesIn } from '../../shared/api/languages-of.js';
import { mergedEntries } from '../../shared/api/merged-entries.js';
import type { PulledSpace, PulledVersion } from '../../space/write/index.js';
import { isTooDeep, type Link } from '../../wire/index.js';
import { UsageError } from '../terminal.js';

type PulledDatasource = PulledSpace['datasources'][number];

/** How often a space is read again if it changes while it is read. */
const attempts = 3;

/**
 * Reads everything of a space that the token can see, from one snapshot of the edge: all versions, languages,
 * links, and datasources.
 *
 * @throws {SluglineServiceError} if a request fails for good
 */
export async function readSpaceFromService(
	client: DeliveryClient,
	signal: AbortSignal,
): Promise<PulledSpace> {
	for (let attempt = 1; ; attempt++) {
		const before = await client.currentSpace({ signal });
		const { links, cv } = await readLinks(client, signal);
		const languages = before.language_codes ?? [...languagesIn(links)];
		const published = await readVersion(client, 'published', links, { cv, languages, signal });
		const draft = (await readsDrafts(client, signal))
			? await readVersion(
					client,
					'draft',
					await client.links.all({ version: 'draft', includeDates: true, signal }),
					{ languages, signal },
				)
			: undefined;
		const datasources = await readDatasources(client, cv, signal);
		const after = await client.currentSpace({ signal });
		if (after.version !== before.version && attempt < attempts) continue;
		return {
			id: before.id,
			name: before.name,
			domain: before.domain,
			languages,
			published,
			draft,
			datasources,
		};
	}
}

/**
 * The published links, and the cache version of their snapshot, which the other published content is read
 * from, too.
 */
async function readLinks(client: DeliveryClient, signal: AbortSignal) {
	const links: Link[] = [];
	let cv: number | undefined;
	for await (const page of client.links.pages({ version: 'published', includeDates: true, signal })) {
		links.push(...page.items);
		cv ??= page.cv ?? undefined;
	}
	return { links, cv };
}

async function readsDrafts(client: DeliveryClient, signal: AbortSignal): Promise<boolean> {
	try {
		await client.stories.page({ version: 'draft', perPage: 1, signal });
		return true;
	} catch (error) {
		if (isServiceError(error) && (error.status === 401 || error.status === 403)) return false;
		throw error;
	}
}

async function readVersion(
	client: DeliveryClient,
	version: 'published' | 'draft',
	links: readonly Link[],
	{ cv, languages, signal }: { cv?: number | undefined; languages: readonly string[]; signal: AbortSignal },
): Promise<PulledVersion> {
	const expected = links.filter((link) => !link.is_folder && (version === 'draft' || link.published)).length;
	const query = { version, cv, expected, signal };
	const stories = await client.stories.all(query);
	const deep = stories.find(({ content }) => isTooDeep(content));
	if (deep) {
		throw new UsageError(
			`The story \`${deep.full_slug}\` is nested more than 1,000 levels deep, so a folder cannot hold it. Check it in the editor, or unpublish it.`,
		);
	}
	const translations = new Map<string, typeof stories>();
	for (const language of languages)
		translations.set(language, await client.stories.all({ ...query, language }));
	return { links, stories, translations };
}

async function readDatasources(
	client: DeliveryClient,
	cv: number | undefined,
	signal: AbortSignal,
): Promise<PulledDatasource[]> {
	const read: PulledDatasource[] = [];
	for (const datasource of await client.datasources.all({ cv, signal })) {
		const query = { datasource: datasource.slug, cv, signal };
		const entries = await mergedEntries(datasource.dimensions, (dimension) =>
			client.datasourceEntries.all({ ...query, dimension }),
		);
		read.push({ datasource, entries });
	}
	return read;
}
