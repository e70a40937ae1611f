import { type DeliveryClient, isServiceError } from '../../client/index.js';
import { Refusal } from '../../shared/http/page-request.js';
import type { Session } from '../tickets.js';
import type { Content, PreviewSpace } from './host.js';
import { type Drafts, rowIn, rowsOf } from './overlay.js';

/**
 * Reads the stories of the releases that editors look at: those that the release of a session changes, in its language. They are asked
 * for once for each content.
 *
 * @param client reads drafts
 * @returns throws a {@link Refusal} if they cannot be read, such as those of a release that the token may not read
 */
export function createReleases(client: () => Promise<DeliveryClient>) {
	const ofContents = new WeakMap<PreviewSpace, Map<string, Promise<Drafts>>>();
	return ({ space }: Content, { release, lang }: Pick<Session, 'release' | 'lang'>): Promise<Drafts> => {
		if (release === undefined) return Promise.resolve([]);
		const ofContent = ofContents.get(space) ?? new Map<string, Promise<Drafts>>();
		ofContents.set(space, ofContent);
		const key = `${release} ${lang}`;
		const drafts =
			ofContent.get(key) ?? read(client, space, release, lang).catch((error) => refuse(release, error));
		ofContent.set(key, drafts);
		// A failed read is repeated by the next request.
		drafts.catch(() => ofContent.delete(key));
		return drafts;
	};
}

async function read(
	client: () => Promise<DeliveryClient>,
	space: PreviewSpace,
	release: string,
	lang: string,
): Promise<Drafts> {
	const drafts: Drafts[number][] = [];
	const language = lang === 'default' ? undefined : lang;
	const query = { version: 'draft', language, params: { from_release: release } } as const;
	for await (const story of (await client()).stories.each(query)) {
		// The list has the stories without changes in the release, too.
		const row = story.release_id === Number(release) && rowIn(rowsOf(space, story.id), lang);
		if (row) drafts.push([row, story]);
	}
	return drafts;
}

/** Drafts without the changes of the release would look like those of the release, so none are shown. */
function refuse(release: string, error: unknown): never {
	if (!isServiceError(error)) throw error;
	const { kind, status = 0, message } = error;
	const isRefused = kind === 'status' && status < 500 && status !== 429;
	const reason = isRefused
		? `The API refused it with status ${status}: it was merged or deleted, or the token may not read it. Open the story without this release, or set SLUGLINE_PREVIEW_TOKEN to a token that may read it.`
		: message;
	throw new Refusal(502, `Release ${release} could not be loaded. ${reason}`);
}
