import type { EditorRequest } from '../../protocol.js';

/** Asks the server of the editor. */
export async function ask<Answer>(request: EditorRequest): Promise<Answer> {
	const { ok, status, answer } = await post(request).catch(() => {
		throw new Error(
			'The dev server does not answer. Nothing that you typed is lost while this tab stays open. Start the server again, and then do this again.',
		);
	});
	if (!ok) throw new Error(answer.message, { cause: status });
	return answer;
}

async function post(request: EditorRequest) {
	// The server reads more of a request that says it has a file.
	const response = await fetch(request.do === 'upload' ? '?upload' : location.pathname, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(request),
	});
	return { ok: response.ok, status: response.status, answer: await response.json() };
}
