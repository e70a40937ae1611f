const words = {
	202: { status: 'accepted' },
	400: { error: 'bad request' },
	401: { error: 'unauthorized' },
	405: { error: 'method not allowed' },
	408: { error: 'request timeout' },
	413: { error: 'content too large' },
	503: { error: 'service unavailable' },
} as const;

/** The statuses that the hook answers with. 503: the event could not be stored, so it must be sent again. */
export type AnswerStatus = keyof typeof words;

/** A JSON answer that says what happened but never why, so that probing an open address reveals nothing. */
export function answer(status: AnswerStatus): Response {
	const headers: Record<string, string> = {
		'content-type': 'application/json; charset=utf-8',
		'cache-control': 'no-store',
	};
	if (status === 405) headers['allow'] = 'POST';
	return new Response(`${JSON.stringify(words[status])}\n`, { status, headers });
}
