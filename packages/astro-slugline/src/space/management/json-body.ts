import { json } from './answers.js';

/** A body that is longer is not read. */
const limit = 1024 * 1024;

/** Reads a request's body as a JSON object; an answer instead where it is too long or something else. */
export async function readJsonObject(
	request: Request,
): Promise<{ value: Record<string, unknown> } | { answer: Response }> {
	const text = await readText(request);
	if (text === undefined) return { answer: json(413, { error: 'Payload Too Large' }) };
	const value = parse(text);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return { answer: json(400, { error: 'The request body is not a JSON object' }) };
	}
	return { value: { ...value } };
}

async function readText(request: Request): Promise<string | undefined> {
	if (Number(request.headers.get('content-length') ?? 0) > limit) return undefined;
	const chunks: Uint8Array[] = [];
	let size = 0;
	if (request.body) {
		const reader = request.body.getReader();
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			size += part.value.byteLength;
			if (size > limit) {
				await reader.cancel();
				return undefined;
			}
			chunks.push(part.value);
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
