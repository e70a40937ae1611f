import type { z } from 'zod';
import { SluglineServiceError } from '../errors.js';
import type { Secrets } from './secrets.js';
import type { Answer, Call } from './send.js';

/**
 * Reads an answer by its wire shape.
 *
 * @throws {SluglineServiceError} of kind `shape`, which names the endpoint, the story or other item, and the field
 */
export function readAnswer<Shape extends z.ZodType>(
	shape: Shape,
	answer: Answer,
	call: Pick<Call, 'method' | 'url'>,
	secrets: Secrets,
): z.output<Shape> {
	const parsed = shape.safeParse(answer.body);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const path = issue?.path ?? [];
	const address = secrets.address(call.url);
	const words = secrets.text(issue?.message ?? '');
	throw new SluglineServiceError(
		`The answer to ${call.method} ${address} is not of the expected shape: ${secrets.text(place(answer.body, path))}: ${words}.`,
		{
			kind: 'shape',
			status: answer.status,
			method: call.method,
			address,
			words,
			hint:
				path.length > 1 ? 'Look at that entry in the space.' : 'This may not be the address of the service.',
			attempts: 1,
		},
	);
}

/** `the story "blog/hello", field content.component`, or the bare path where there is no such item. */
function place(body: unknown, path: readonly PropertyKey[]): string {
	const [list, key, ...field] = path;
	if (list === undefined) return 'the whole body';
	if (key === undefined) return `field ${String(list)}`;
	const item = step(step(body, list), key);
	const names = ['full_slug', 'slug', 'name'].map((name) => step(item, name));
	const name = names.find((value) => typeof value === 'string') ?? String(key);
	const what = { stories: 'story', links: 'link', datasources: 'datasource', datasource_entries: 'entry' }[
		String(list)
	];
	if (what === undefined) return `field ${path.map(String).join('.')}`;
	return `the ${what} "${name}"${field.length > 0 ? `, field ${field.map(String).join('.')}` : ''}`;
}

function step(value: unknown, key: PropertyKey): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
