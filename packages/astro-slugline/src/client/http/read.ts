import type { z } from 'zod';
import type { Secrets } from '../../shared/text/secrets.js';
import { SluglineServiceError } from '../model/errors.js';
import type { Received } from './fault.js';

/**
 * Parses a response with its schema.
 *
 * @param call the request, with its token
 * @throws {SluglineServiceError} of kind `shape`, naming the endpoint, the story or other item, and the field
 */
export function readAnswer<Shape extends z.ZodType>(
	shape: Shape,
	answer: Received,
	{ method, url }: { method: string; url: string },
	secrets: Secrets,
): z.output<Shape> {
	const parsed = shape.safeParse(answer.body);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const path = issue?.path ?? [];
	const address = secrets.address(url);
	const words = secrets.text(issue?.message ?? '');
	const item = itemAt(answer.body, path);
	const where = item
		? `${item.name}${fieldOf(item.rest)}`
		: path.length > 0
			? `field ${dotted(path)}`
			: 'the whole body';
	throw new SluglineServiceError(
		`The response to ${method} ${address} has an unexpected shape: ${secrets.text(where)}: ${words}.`,
		{
			kind: 'shape',
			status: answer.status,
			method,
			address,
			words,
			hint: item ? 'Check that entry in the space.' : 'This may not be the address of the API.',
			attempts: 1,
		},
	);
}

const items: Record<string, string> = {
	stories: 'the story',
	links: 'the link',
	datasources: 'the datasource',
	datasource_entries: 'the entry',
};

const dotted = (path: readonly PropertyKey[]) => path.map(String).join('.');
const fieldOf = (path: readonly PropertyKey[]) => (path.length > 0 ? `, field ${dotted(path)}` : '');

/** The list item that a path leads into, such as `the story "blog/hello"`, and the rest of the path. */
function itemAt(body: unknown, [list, key, ...rest]: readonly PropertyKey[]) {
	const what = typeof list === 'string' ? items[list] : undefined;
	if (list === undefined || key === undefined || what === undefined) return undefined;
	const item = step(step(body, list), key);
	const names = ['full_slug', 'slug', 'name'].map((field) => step(item, field));
	const name = names.find((value) => typeof value === 'string') ?? String(key);
	return { name: `${what} "${name}"`, rest };
}

function step(value: unknown, key: PropertyKey): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
