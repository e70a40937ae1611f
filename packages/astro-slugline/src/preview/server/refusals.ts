import { orAborted } from '../../shared/http/abort.js';
import { Refusal } from '../../shared/http/page-request.js';

export const stillLoading = () => new Refusal(503, 'The content is still loading. Try again in a moment.');

export const notSigned = () =>
	new Refusal(
		403,
		'The editor of this space did not sign this address, or did so more than an hour ago. Open the story in the editor again. If that does not help, SLUGLINE_PREVIEW_TOKEN may belong to another space.',
	);

export const noTicket = () =>
	new Refusal(
		403,
		'This preview address has expired, or does not come from the editor. Open the story in the editor again.',
	);

export const sessionEnded = () =>
	new Refusal(
		403,
		'Preview of this page has ended, as it does after an hour without a change, and after twelve hours. Open the story in the editor again.',
	);

export const noPage = () =>
	new Refusal(
		404,
		'This site has no page with this address. Correct the link that led here, or open the story in the editor again.',
	);

/** @param log where the error is logged */
export const broken = (log: string) =>
	new Refusal(500, `The page could not be rendered with this content. ${log} shows the error.`);

/** Milliseconds that a page may take. An editor waits for it at each keystroke. */
const renderTimeoutMs = 60_000;

/** @throws {Refusal} if a page takes too long */
export async function inTime(rendering: Promise<Response>, timeoutMs = renderTimeoutMs): Promise<Response> {
	const late = AbortSignal.timeout(timeoutMs);
	return orAborted(rendering, late).catch((error) => {
		if (error !== late.reason) throw error;
		throw new Refusal(
			500,
			`The page takes longer than ${timeoutMs / 1000} seconds with this content. Look for what it waits for, such as a request.`,
		);
	});
}
