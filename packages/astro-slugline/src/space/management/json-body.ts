import { badRequest, RefusedRequest } from '../http/answers.js';

/** Largest accepted body, in bytes. */
const limit = 1024 * 1024;

/**
 * Reads a request's body as a JSON object.
 *
 * @throws {RefusedRequest} if it is too large, or not a JSON object
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
	const value = parse(await readText(request));
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
	throw badRequest('The request body is not a JSON object');
}

async function readText(request: Request): Promise<string> {
	const tooLong = () => new RefusedRequest(413, { error: 'Payload Too Large' });
	if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLong();
	const chunks: Uint8Array[] = [];
	let size = 0;
	if (request.body) {
		const reader = request.body.getReader();
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			size += part.value.byteLength;
			chunks.push(part.value);
			if (size <= limit) continue;
			await reader.cancel();
			throw tooLong();
		}
	}
	return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
