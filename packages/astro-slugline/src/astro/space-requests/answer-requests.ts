import { once, oncePerKey } from 'astro-keep/shared/once';
import { type DeliveryClient, isServiceError } from '../../client/index.js';
import { languagesIn } from '../../shared/api/languages-of.js';
import type { ServedDatasource, ServedSpace } from '../../space/served/index.js';
import type { SyncedSpace } from '../../sync/index.js';
import type { AskSpace, SpaceAnswer, SpaceRequest } from '../page/data/index.js';
import type { Connection, Opened } from '../session/index.js';

/**
 * Answers the requests that pages make through `astro-slugline/compat`. A build answers them from the synced content, and passes
 * on to the API those that the synced content cannot answer. In `astro dev`, each goes to the source, so that it returns every edit
 * and every draft.
 */
export function answerSpaceRequests({
	connection,
	opened,
	isDev,
}: {
	connection: Pick<Connection, 'syncedOnce'>;
	opened: Promise<Pick<Opened, 'client' | 'offline'>>;
	isDev: boolean;
}): AskSpace {
	const served = once(async () => openServed((await connection.syncedOnce()).space));
	return async (request) => {
		const { client, offline } = await opened;
		if (isDev) return askService(await client(), request);
		// One request in a build: the next build repeats it, and renders the pages only if the response has changed.
		const isOfSpace = request.path === 'spaces/me';
		const reason = isOfSpace ? 'every build requests it' : (await served()).whyNot(request);
		if (reason === undefined) return (await served()).answer(request);
		if (offline)
			throw new Error(
				`The site is built offline, and \`cdn/${request.path}\` cannot be answered from the synced content: ${reason}. Build once while the API can be reached, or remove the request.`,
			);
		const answer = await askService(await client(), request);
		return isOfSpace ? answer : { ...answer, askedSince: reason };
	};
}

/** A synced space that answers requests. Stories and datasources are read on the first request for them. */
async function openServed(space: SyncedSpace) {
	const { answerAgain, whyNotAgain } = await import('../../space/served/index.js');
	const answerable = {
		version: space.version,
		languages: space.languages,
		allLanguages: languagesIn(space.links),
	};
	const ofStories = once(async () => answerAgain(servedSpace(space, await readStories(space), [])));
	const ofDatasources = oncePerKey(async (query: string) => {
		const [list = '', ...name] = query.split(' ');
		return answerAgain(servedSpace(space, [], await readDatasources(space, list, name.join(' '))));
	});
	return {
		whyNot: ({ path, query }: SpaceRequest) => whyNotAgain(path, new URLSearchParams(query), answerable),
		async answer({ path, query }: SpaceRequest): Promise<SpaceAnswer> {
			const parameters = new URLSearchParams(query);
			const [list = ''] = path.split('/');
			const again = await (list.startsWith('datasource')
				? ofDatasources(`${list} ${parameters.get('datasource') ?? ''}`)
				: ofStories());
			const response = again.answer(path, parameters);
			return {
				status: response.status,
				body: await response.text(),
				headers: Object.fromEntries(response.headers),
			};
		},
	};
}

function servedSpace(
	space: SyncedSpace,
	stories: ServedSpace['stories'],
	datasources: readonly ServedDatasource[],
): ServedSpace {
	const { version, languages, links, cv, spaceVersion } = space;
	return { ...space.space, version, languages, links, cv: cv ?? spaceVersion ?? 0, stories, datasources };
}

async function readStories(space: SyncedSpace): Promise<ServedSpace['stories']> {
	const stories: ServedSpace['stories'][number][] = [];
	for await (const [{ lang }, story] of space.stories(space.rows)) stories.push({ ...story, lang });
	return stories;
}

/** The datasources that a request lists, or those whose entries it lists: the named one, or all. */
async function readDatasources(space: SyncedSpace, list: string, name: string): Promise<ServedDatasource[]> {
	const all = await space.datasources();
	if (list === 'datasources') return all.map((datasource) => ({ datasource, entries: [] }));
	const wanted = all.filter(({ slug, id }) => name === '' || slug === name || String(id) === name);
	return Promise.all(
		wanted.map(async (datasource) => ({
			datasource,
			entries: await space.datasourceEntries(datasource.slug),
		})),
	);
}

async function askService(client: DeliveryClient, { path, query }: SpaceRequest): Promise<SpaceAnswer> {
	try {
		const { status, body, headers } = await client.get(path, new URLSearchParams(query));
		return { status, body: JSON.stringify(body), headers: Object.fromEntries(headers) };
	} catch (error) {
		// A 404 is a response for the page. Any other error fails the build with the message of the client.
		if (isServiceError(error) && error.status === 404)
			return { status: 404, body: JSON.stringify(['This record could not be found']), headers: {} };
		throw error;
	}
}
