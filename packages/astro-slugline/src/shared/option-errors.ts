import { named, nearest } from 'astro-keep/shared/text/named';
import type { z } from 'zod';
import { fieldNames } from './field-names.js';

/**
 * A sentence without its period for each invalid option, by its path, but never with its value, which may be a secret.
 *
 * @example optionErrors(schema, error) // ['`page` in `routes` is not an option (did you mean `pages`?)']
 */
export function optionErrors(schema: z.ZodType, { issues }: z.ZodError): string[] {
	const sentencesOf = (issue: z.core.$ZodIssue): string[] => {
		const { path } = issue;
		if (issue.code === 'unrecognized_keys')
			return issue.keys.map((key) => unknown(key, path, fieldNames(schema, path)));
		if (issue.code === 'invalid_union') {
			// The message of the form that was meant says more than that of the union.
			const inner = issue.errors
				.flat()
				.find(({ code, path }) => path.length > 0 || code === 'unrecognized_keys');
			if (inner) return sentencesOf({ ...inner, path: [...path, ...inner.path] });
		}
		const message = issue.message
			.replace(/^Invalid (input|option): /, '')
			.replace(/^[A-Z]/, (first) => first.toLowerCase())
			.replace(
				/^expected (\w+), received (\w+)$/,
				(_, wanted, given) => `must be ${words[wanted] ?? wanted}, not ${words[given] ?? given}`,
			);
		return [`\`${path.join('.')}\` ${message}`];
	};
	return issues.flatMap(sentencesOf);
}

/** JavaScript's types, as a person says them. */
const words: Readonly<Record<string, string>> = {
	array: 'a list (`[…]`)',
	object: 'an object (`{}`)',
	string: 'a text',
	number: 'a number',
	boolean: '`true` or `false`',
};

function unknown(key: string, path: readonly PropertyKey[], names: readonly string[]): string {
	const meant = nearest(key, names);
	if (path.length === 0) return `\`${key}\` is not an option${meant ? ` (did you mean \`${meant}\`?)` : ''}`;
	const advice = meant ? `did you mean \`${meant}\`?` : `its options are ${named(names)}`;
	return `\`${key}\` in \`${path.join('.')}\` is not an option (${advice})`;
}
