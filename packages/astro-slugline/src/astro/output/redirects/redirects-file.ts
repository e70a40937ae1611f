import { fileURLToPath } from 'node:url';
import { replaceFile } from 'astro-keep/shared/node/replace-file';
import { z } from 'zod';
import type { Redirect } from '../../../routing/index.js';
import { jsonProblem } from '../../../shared/json-problem.js';
import { readOrNull } from '../../../shared/node/read-text.js';
import { OutputError } from '../../page/data/index.js';

const isPath = (text: string) => text.startsWith('/') && !/^\/[/\\]|[\\\p{Cc}]/u.test(text);

const path = z
	.string()
	.refine(
		(text) => isPath(text) && !text.split('/').includes('..') && !/.\/$/.test(text),
		'must be a path such as /old/page, without `base` and without a slash at the end',
	);

const target = z
	.string()
	.refine((text) => isPath(text) || /^https?:\/\//.test(text), 'must be a path, or an http or https address');

const schema = z.array(
	z.strictObject({ from: path, to: target, story: z.string().optional(), lang: z.string().optional() }),
);

/**
 * Reads the redirects of a site; an empty list if there is no file.
 *
 * @throws {OutputError} if the file is invalid
 */
export async function readRedirects(file: URL): Promise<Redirect[]> {
	const parsed = schema.safeParse(jsonOf((await readOrNull(file)) ?? '[]', file));
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const place = issue && issue.path.length > 0 ? ` at \`${issue.path.join('.')}\`` : '';
		const what = place === '' ? 'it is not a JSON list' : (issue?.message ?? 'it cannot be read');
		throw new OutputError(
			`The redirects file ${fileURLToPath(file)} is invalid${place}: ${what}.`,
			'It must be a list of `{ "from": "/old", "to": "/new" }`. Undo its last change, or delete it to start over.',
		);
	}
	const seen = new Set<string>();
	const twice = parsed.data.find(({ from }) => seen.size === seen.add(from).size);
	if (twice) {
		throw new OutputError(
			`The redirects file ${fileURLToPath(file)} has two entries from ${twice.from}.`,
			'Remove one of them. Both sides of a merge may have added it.',
		);
	}
	return parsed.data;
}

function jsonOf(text: string, file: URL): unknown {
	const why = jsonProblem(text);
	if (why === undefined) return JSON.parse(text);
	throw new OutputError(
		`The redirects file ${fileURLToPath(file)} is not valid JSON: ${why}.`,
		'Correct it there, or undo its last change. It is the record of old paths, so keep the other lines.',
	);
}

/** Writes the redirects of a site, one per line. */
export async function writeRedirects(file: URL, redirects: readonly Redirect[]): Promise<void> {
	const lines = redirects.map(
		({ from, to, story, lang }) => `\t${JSON.stringify({ from, to, story, lang })}`,
	);
	await replaceFile(file, lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
}
