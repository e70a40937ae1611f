import { z } from 'zod';

const messages = z.union([z.string(), z.array(z.string())]);

/**
 * The forms of an error body: `["This record could not be found"]`, `{ error: 'Unauthorized' }`, `{ message
 * }`, `{ errors: [] }`, `{ field: ['message'] }`.
 */
const errorBodySchema = z.union([z.array(z.string()), z.record(z.string(), z.unknown())]);

/**
 * The API's message in an error body, on one line. `''` if it contains none.
 *
 * @example errorWords({ name: ["can't be blank"] }) // "name can't be blank"
 */
export function errorWords(body: unknown): string {
	const parsed = errorBodySchema.safeParse(body);
	if (!parsed.success) return '';
	if (Array.isArray(parsed.data)) return parsed.data.join(', ');
	return Object.entries(parsed.data)
		.map(([field, value]) => {
			const words = messages.safeParse(value);
			if (!words.success) return '';
			const text = Array.isArray(words.data) ? words.data.join(', ') : words.data;
			return ['error', 'message', 'errors'].includes(field) ? text : `${field} ${text}`;
		})
		.filter((words) => words !== '')
		.join('; ');
}
