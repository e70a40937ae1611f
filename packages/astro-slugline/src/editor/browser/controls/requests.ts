import type { EditorRequest } from '../../protocol.js';

/** Asks the server of the editor. */
export async function ask<Answer>(request: EditorRequest): Promise<Answer> {
	// The server reads more of a request that says it has a file.
	const response = await fetch(request.do === 'upload' ? '?upload' : location.pathname, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(request),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message, { cause: response.status });
	return answer;
}
