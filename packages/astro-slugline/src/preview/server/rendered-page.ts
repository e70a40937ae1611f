import { readHead } from '../head.js';
import { readPolicies } from '../headers.js';
import type { PreviewSettings, SentPage } from '../protocol.js';

export const isHtml = ({ headers }: Response): boolean =>
	/^text\/html\b/i.test(headers.get('content-type') ?? '');

/** A rendered page as it is sent. Reads its body. */
export async function sentPageOf(page: Response): Promise<SentPage & Pick<PreviewSettings, 'isStrict'>> {
	const html = await page.text();
	const inHeader = page.headers.get('content-security-policy');
	const inPage = readHead(html).policies.map(({ value }) => value);
	return { html, ...readPolicies([...(inHeader === null ? [] : [inHeader]), ...inPage]) };
}
