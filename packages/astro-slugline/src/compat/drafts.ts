import { overlayNow } from '../shared/overlay.js';
import { fetchFromService } from './fetch-from-service.js';

/** The body of a response. In preview, it has the stories as editors have them. */
export function withDrafts(body: string): string {
	const drafts = overlayNow()?.drafts;
	if (!drafts?.size) return body;
	const edited = (_: string, value: { uuid?: unknown; lang?: unknown } | null) =>
		drafts.get(`${value?.uuid} ${value?.lang}`) ?? value;
	return JSON.stringify(JSON.parse(body, edited));
}

/** `fetch` for the vendor's client in preview on a server, where pages ask for published stories and get drafts. */
export const fetchDrafts: typeof fetch = async (input, init) => {
	const url = new URL(input instanceof Request ? input.url : String(input));
	url.searchParams.delete('cv');
	if (/\/cdn\/(?:stories|links)/.test(url.pathname)) url.searchParams.set('version', 'draft');
	const response = await fetchFromService(url, init);
	return new Response(withDrafts(await response.text()), response);
};
