import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { pathWithin, slashed } from 'astro-keep/shared/module-path';
import { nearest } from 'astro-keep/shared/text/named';
import type { Plugin } from 'vite';
import { readOrNull } from '../../../shared/node/read-text.js';

/**
 * Refuses pages that read another prop than those of `storyPaths()`, that pass `content` of an entry to `<Blok>`, or that are rendered on
 * demand and so have no story: they would show nothing. Warns about components of bloks that read a misspelled `blok`. Other components
 * in their folder may have such a prop.
 *
 * @param isBlok true for the component of a blok
 * @param isOnDemand true for a page on demand whose story comes from no live collection
 */
export function propsPlugin(
	config: Pick<AstroConfig, 'root'>,
	isBlok: (file: string) => boolean,
	warn: (line: string) => void,
	isOnDemand: (file: string) => boolean,
): Plugin {
	const inSite = (id: string) => slashed(pathWithin(fileURLToPath(config.root), id) ?? id);
	return {
		name: 'astro-slugline:props',
		enforce: 'pre',
		transform: {
			filter: { id: /\.astro$/, code: /\bprops\b|\.content\b/ },
			async handler(_compiled, id) {
				const code = (await readOrNull(pathToFileURL(id))) ?? '';
				const refuse = (line: number, message: string) =>
					this.error({
						message: `${inSite(id)}:${line}: ${message}`,
						...{ id, stack: '' },
						loc: { file: id, line, column: 1 },
					});
				const isOfStories = /\bstoryPaths\s*\(/.test(code);
				const ofPaths = isOfStories && /\bgetStaticPaths\b/.exec(code);
				if (ofPaths && isOnDemand(inSite(id)))
					refuse(
						lineAt(code, (/\bprerender\b/.exec(code) ?? ofPaths).index),
						'This page would have no story, because Astro ignores `getStaticPaths` of pages on demand. Set `export const prerender = true`, or make it a live page by adding src/live.config.ts, as in docs/live.md of astro-slugline.',
					);
				const wrong = isOfStories ? missingProp(code) : undefined;
				if (wrong)
					refuse(
						wrong.line,
						`\`Astro.props\` has no \`${wrong.name}\` here: storyPaths() gives a page its story, as \`Astro.props.story\`.`,
					);
				const entry = contentOfEntry(code);
				if (entry)
					refuse(
						entry.line,
						`\`${entry.name}.content\` is undefined, so \`<Blok>\` would render nothing: the content of an entry is in its data. Write \`<Blok blok={${entry.name}.data.content} />\`.`,
					);
				const blok = isBlok(id) ? misspelledBlok(code) : undefined;
				if (blok)
					warn(
						`${inSite(id)}:${blok.line}: \`Astro.props\` has no \`${blok.name}\` here: \`<Blok>\` gives a component its blok, as \`Astro.props.blok\`. If this component is no blok, begin the name of its file with \`_\`.`,
					);
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
export function missingProp(code: string): ReadProp | undefined {
	const plain = withoutAlias(code);
	return /(?<!Astro\.)\bprops\b/.test(plain)
		? undefined
		: readProps(plain).find(({ name }) => name !== 'story' && name !== rest);
}

/** Code with `Astro.props` in place of the name that it is given. @example 'const props = Astro.props;\nprops.a' */
function withoutAlias(code: string): string {
	const [definition, name] = /\bconst (\w+)(?:: \w+)? = Astro\.props;?(?=\n)/.exec(code) ?? [];
	if (definition === undefined) return code;
	return code
		.replace(definition, '')
		.replace(new RegExp(`(?<![.\\w])${name}(?=\\??\\.|;?\\n)`, 'g'), 'Astro.props');
}

/**
 * The entry whose `content` a page passes to `<Blok>`, and the line; undefined if there is none, or if its name may have another
 * meaning there.
 *
 * @param code of the page
 */
export function contentOfEntry(code: string): ReadProp | undefined {
	for (const { 1: name = '', index } of code.matchAll(/\bblok=\{\s*([\w.]+?)\??\.content\s*\}/g)) {
		const isProp = name === 'Astro.props.story' || (name === 'story' && destructuresStory.test(code));
		const isPage = isProp && /\bstoryPaths\s*\(/.test(code);
		const isAsked = new RegExp(`\\bconst ${name} = await (?:getEntry|storyBySlug)\\(`).test(code);
		const isOther = new RegExp(`\\b${name}\\b[^\\n()]*\\)?\\s*=>`).test(code);
		if ((isPage || isAsked) && !isOther) return { name, line: lineAt(code, index) };
	}
	return undefined;
}

const destructuresStory = /\{[^{}:]*\bstory\s*[,}][^=]*=\s*Astro\.props\b/;

/**
 * The misspelled `blok` that the component of a blok reads; undefined if it reads the right one, or all props. `bloks` is a list of
 * them, in a component of the site.
 *
 * @param code of the component
 */
export function misspelledBlok(code: string): ReadProp | undefined {
	const reads = readProps(code);
	const isRight = reads.some(({ name }) => name === 'blok' || name === rest);
	return isRight
		? undefined
		: reads.find(({ name }) => name !== 'bloks' && nearest(name, ['blok']) !== undefined);
}

/** The name of all props that are left, in a list. */
const rest = '...';

const lineAt = (code: string, index: number): number => code.slice(0, index).split('\n').length;

const nameIn = (part: string): string => /^\s*(\.\.\.|\w*)/.exec(part)?.[1] ?? '';

function readProps(code: string): ReadProp[] {
	const reads = code.matchAll(
		/\bAstro\.props\??\.(\w+)|\{([^{}]*)\}\s*(?::[^=]*)?=\s*Astro\.props\b(?!\s*\??\.)/g,
	);
	return [...reads].flatMap(({ 1: read, 2: destructured = '', index }) => {
		const names = read ? [read] : destructured.split(',').map(nameIn);
		const line = lineAt(code, index);
		return names.flatMap((name) => (name === '' ? [] : { name, line }));
	});
}
