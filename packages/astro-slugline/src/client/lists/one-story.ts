import { trimSlashes } from '../../shared/slashes.js';
import { uuidForm } from '../../shared/uuid-form.js';
import { type Story, storyAnswerSchema } from '../../wire/index.js';
import { isServiceError } from '../errors.js';
import { requestUrl } from '../http/address.js';
import { requestsPerSecond } from '../http/rate.js';
import { readAnswer } from '../http/read.js';
import type { Call } from '../http/send.js';
import type { Source } from './source.js';
import { type StoryQuery, storyParameters } from './story-query.js';

/** The query for one story: which version and language of it to read, and what to resolve. */
export type OneStoryQuery = Pick<
	StoryQuery,
	'version' | 'language' | 'fallbackLanguage' | 'cv' | 'params' | 'signal'
>;

/**
 * Reads one story.
 *
 * @param name its full slug, uuid, or id
 * @returns undefined if the story does not exist or is not published
 * @throws {SluglineServiceError} if the request failed for good
 */
export async function oneStory(
	source: Source,
	name: string | number,
	query: OneStoryQuery = {},
): Promise<Story | undefined> {
	const asked = trimSlashes(String(name));
	const path = asked.split('/').map(encodeURIComponent).join('/');
	const url = requestUrl(source.baseUrl, `/v2/cdn/stories/${path}`, [
		['token', source.token],
		...storyParameters(query, source.version),
		...(uuidForm.test(asked) ? [['find_by', 'uuid'] as const] : []),
	]);
	const call: Call = { method: 'GET', url, perSecond: requestsPerSecond(1), signal: query.signal };
	try {
		return readAnswer(storyAnswerSchema, await source.send(call), call, source.secrets).story;
	} catch (error) {
		if (isServiceError(error) && error.status === 404) return undefined;
		throw error;
	}
}
