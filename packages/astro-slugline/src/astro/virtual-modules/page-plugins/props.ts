import { pathToFileURL } from 'node:url';
import { pathWithin } from 'astro-keep/shared/module-path';
import { nearest } from 'astro-keep/shared/text/named';
import type { Plugin } from 'vite';
import { readOrNull } from '../../../shared/node/read-text.js';

/**
 * Refuses pages and bloks that read a prop that they are not given, and so would show nothing: another one than those of
 * `storyPaths()`, or a misspelled `blok`.
 *
 * @param bloks the folders of bloks
 */
export function propsPlugin(bloks: () => readonly string[]): Plugin {
	const problemIn = (file: string, code: string): { line: number; message: string } | undefined => {
		const page = /\bstoryPaths\s*\(/.test(code) ? missingProp(code) : undefined;
		if (page)
			return {
				line: page.line,
				message: `\`Astro.props\` has no \`${page.name}\` here: storyPaths() gives a page its story, as \`Astro.props.story\`.`,
			};
		const isBlok = bloks().some((folder) => pathWithin(folder, file) !== undefined);
		const blok = isBlok ? misspelledBlok(code) : undefined;
		return (
			blok && {
				line: blok.line,
				message: `\`Astro.props\` has no \`${blok.name}\` here: \`<Blok>\` gives a component its blok, as \`Astro.props.blok\`.`,
			}
		);
	};
	return {
		name: 'astro-slugline:props',
		enforce: 'pre',
		transform: {
			filter: { id: /\.astro$/, code: /\bprops\b/ },
			async handler(_compiled, id) {
				const { line, message } = problemIn(id, (await readOrNull(pathToFileURL(id))) ?? '') ?? {};
				if (line !== undefined)
					this.error({ message: message ?? '', id, loc: { file: id, line, column: 1 } });
			},
		},
	};
}

/** A prop that a file reads, and its line. */
interface ReadProp {
	name: string;
	line: number;
}

/**
 * The first prop that a page with `storyPaths()` reads and does not have; undefined for pages that mention props of their own.
 *
 * @param code of the page
 */
export const missingProp = (code: string): ReadProp | undefined =>
	/(?<!Astro\.)\bprops\b/.test(code)
		? undefined
		: readProps(code).find(({ name }) => name !== 'story' && name !== rest);

/**
 * The misspelled `blok` that the component of a blok reads; undefined if it reads the right one, or all props.
 *
 * @param code of the component
 */
export function misspelledBlok(code: string): ReadProp | undefined {
	const reads = readProps(code);
	const isRight = reads.some(({ name }) => name === 'blok' || name === rest);
	return isRight ? undefined : reads.find(({ name }) => nearest(name, ['blok']) !== undefined);
}

/** The name of all props that are left, in a list. */
const rest = '...';

const nameIn = (part: string): string => /^\s*(\.\.\.|\w*)/.exec(part)?.[1] ?? '';

function readProps(code: string): ReadProp[] {
	const reads = code.matchAll(
		/\bAstro\.props\??\.(\w+)|\{([^{}]*)\}\s*(?::[^=]*)?=\s*Astro\.props\b(?!\s*\??\.)/g,
	);
	return [...reads].flatMap(({ 1: read, 2: destructured = '', index }) => {
		const names = read ? [read] : destructured.split(',').map(nameIn);
		const line = code.slice(0, index).split('\n').length;
		return names.flatMap((name) => (name === '' ? [] : { name, line }));
	});
}
