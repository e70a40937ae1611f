/** A JSON answer. Management answers are never kept by anyone on the way. */
export const json = (status: number, body: unknown): Response =>
	new Response(JSON.stringify(body), {
		status,
		headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
	});

export const unauthorized = () => json(401, { error: 'Unauthorized' });

/** The service's 404 is a list. */
export const notFound = () => json(404, ['This record could not be found']);
