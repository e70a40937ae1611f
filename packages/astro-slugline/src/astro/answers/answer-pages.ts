import { type DeliveryClient, isServiceError } from '../../client/index.js';
import type { ServedDatasource, ServedSpace } from '../../space/served/index.js';
import type { SyncedSpace } from '../../sync/index.js';
import type { AskSpace, SpaceAnswer, SpaceRequest } from '../page/tracking/index.js';
import type { Connection, Opened } from '../session/index.js';

/** What requests of pages are answered from. */
export interface Answering {
	connection: Pick<Connection, 'syncedOnce'>;
	opened: Promise<Pick<Opened, 'client' | 'offline'>>;
	/** True in `astro dev`: the source is asked each time, so that every edit and every draft shows. */
	isDev: boolean;
}

/**
 * Answers the requests that pages make through `astro-slugline/compat`: in a build from the synced content, and where that does
 * not have it, by asking the service.
 */
export function answerPages({ connection, opened, isDev }: Answering): AskSpace {
	const spaces = new WeakMap<SyncedSpace, ReturnType<typeof openServed>>();
	const current = async () => {
		const { space } = await connection.syncedOnce();
		const served = spaces.get(space) ?? openServed(space);
		spaces.set(space, served);
		return served;
	};
	return async (request) => {
		if (isDev) return askService(await (await opened).client(), request);
		const served = await current();
		const reason = served.whyNot(request);
		if (reason === undefined) return served.answer(request);
		const { client, offline } = await opened;
		if (offline)
			throw new Error(
				`The site is built offline, and \`cdn/${request.path}\` is not in the synced content: ${reason}. Build once while the service can be reached, or leave the request out.`,
			);
		return { ...(await askService(await client(), request)), askedSince: reason };
	};
}

/** The served form of a synced space, made when it is first asked for. */
async function openServed(space: SyncedSpace) {
	const { answerAgain, whyNotAgain } = await import('../../space/served/index.js');
	const answerable = {
		version: space.version,
		languages: space.languages,
		allLanguages: new Set(space.links.flatMap(({ alternates }) => alternates.map(({ lang }) => lang))),
	};
	let stories: Promise<ReturnType<typeof answerAgain>> | undefined;
	const datasources = new Map<string, Promise<ReturnType<typeof answerAgain>>>();
	const ofStories = () => {
		stories ??= readStories(space).then((found) => answerAgain(servedSpace(space, found, [])));
		return stories;
	};
	const ofDatasources = (list: string, name: string) => {
		const key = `${list} ${name}`;
		const known =
			datasources.get(key) ??
			readDatasources(space, list, name).then((found) => answerAgain(servedSpace(space, [], found)));
		datasources.set(key, known);
		return known;
	};
	return {
		whyNot: ({ path, query }: SpaceRequest) => whyNotAgain(path, new URLSearchParams(query), answerable),
		async answer({ path, query }: SpaceRequest): Promise<SpaceAnswer> {
			const parameters = new URLSearchParams(query);
			const [list = ''] = path.split('/');
			const again = await (list.startsWith('datasource')
				? ofDatasources(list, parameters.get('datasource') ?? '')
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

/** The datasources that a request reads, with the entries of the one that it names, or of all. */
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
		// A refusal is an answer; a service that is down fails the build with its sentence.
		if (isServiceError(error) && error.status === 404)
			return { status: 404, body: JSON.stringify(['This record could not be found']), headers: {} };
		throw error;
	}
}
