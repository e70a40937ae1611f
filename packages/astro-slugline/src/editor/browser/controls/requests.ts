import type { EditorRequest } from '../../protocol.js';

/** Asks the server of the editor. */
export async function ask<Answer>(request: EditorRequest): Promise<Answer> {
	const response = await fetch(location.pathname, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(request),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message, { cause: response.status });
	return answer;
}
