import matter from 'gray-matter';
import type { FileLine } from './folder-error.js';
import { readYaml, type YamlText } from './yaml.js';
import { YamlError } from './yaml-mistakes.js';

export interface FrontMatter extends YamlText {
	/** Without blank lines before it and white space after it. `''` if there is no text. */
	readonly body: string;
}

const start: FileLine = { line: 1, column: 1 };

const closing = '\n---';

const refused = {
	parse(): never {
		throw new Error('Only YAML is supported.');
	},
};

/**
 * Reads the YAML front matter of a Markdown file. Content is never executed: front matter in another language
 * is refused.
 *
 * @throws {YamlError} with the place in the file
 */
export function readFrontMatter(text: string): FrontMatter {
	const source = text.startsWith('\ufeff') ? text.slice(1) : text;
	const opening = /^---([^\r\n]*)\r?\n/.exec(source);
	if (!opening || opening[1]?.startsWith('-')) {
		throw new YamlError(
			start,
			'The file has no front matter. Start it with a line `---`, `content:` with the `component` of the story, and another `---`.',
		);
	}
	const language = opening[1]?.trim();
	if (language !== '' && language !== 'yaml') {
		throw new YamlError(
			start,
			`The front matter is in \`${language}\`. Write it in YAML, after a bare \`---\`.`,
		);
	}
	const end = source.indexOf(closing, 3);
	if (end === -1) {
		throw new YamlError(start, 'The front matter does not end. Close it with a line `---`.');
	}
	let yaml: YamlText | undefined;
	const parse = (front: string): object => {
		yaml = readBlock(front);
		return {};
	};
	// Without the body, because gray-matter would copy it into a buffer.
	const front = source.slice(0, end + closing.length);
	matter(front, { language: 'yaml', engines: { yaml: { parse }, json: refused, javascript: refused } });
	const body = source
		.slice(front.length)
		.replace(/^(?:[ \t]*\r?\n)+/, '')
		.trimEnd();
	return { value: yaml?.value ?? {}, at: yaml?.at ?? (() => start), body };
}

/**
 * The line break before the closing `---` belongs to the YAML, because a `|` block may end with it. But an
 * error is never reported there.
 */
function readBlock(front: string): YamlText {
	try {
		return readYaml(`${front}\n`);
	} catch (error) {
		const lines = front.split('\n');
		if (!(error instanceof YamlError) || error.place.line <= lines.length) throw error;
		const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
		throw new YamlError(place, error.message, { cause: error });
	}
}
