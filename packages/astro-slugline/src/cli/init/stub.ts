import type { FieldType } from '../../types/index.js';

export interface StubOptions {
	name: string;
	fields: ReadonlyMap<string, FieldType>;
	/** True for the content of a story, whose heading is the page's `<h1>`. */
	isContentType: boolean;
	/** Fields whose text is Markdown. */
	markdown: ReadonlySet<string>;
}

const imports = {
	Blok: "import BlokList from 'astro-slugline/components/Blok.astro';",
	Markdown: "import Markdown from 'astro-slugline/components/Markdown.astro';",
	RichText: "import RichText from 'astro-slugline/components/RichText.astro';",
	StoryImage: "import StoryImage from 'astro-slugline/components/StoryImage.astro';",
	StoryLink: "import StoryLink from 'astro-slugline/components/StoryLink.astro';",
} as const;

type Import = keyof typeof imports;

/** The markup of a field, and the imports that it needs. */
interface Shown {
	lines: string[];
	needs?: Import;
}

/** Names of fields that are headings, the likeliest first. */
const headings = ['headline', 'heading', 'title', 'name'];

/** The source of a blok's component as a starting point: typed, with simple markup for each field. */
export function stubOf({ name, fields, isContentType, markdown }: StubOptions): string {
	const heading = headings.find((field) => fields.get(field) && isText(fields.get(field)));
	const names = [...fields.keys()].sort(
		(a, b) => Number(b === heading) - Number(a === heading) || (a < b ? -1 : 1),
	);
	const shown = names.map((field): Shown => {
		const type = fields.get(field);
		if (!type) return { lines: [] };
		const tag = isContentType ? 'h1' : 'h2';
		if (field === heading) return { lines: [`<${tag}>{${at(field)}}</${tag}>`] };
		return shownBy(field, type, markdown.has(field));
	});
	const needs = [...new Set(shown.flatMap(({ needs }) => needs ?? []))].sort();
	const element = isContentType ? 'article' : 'section';
	const lines = shown.flatMap(({ lines }) => lines.map((line) => `\t${line}`));
	return `---
${needs.map((need) => `${imports[need]}\n`).join('')}import { editable } from 'astro-slugline/rendering';
import type { Blok } from 'astro-slugline/types';

interface Props {
	blok: Blok<${quoted(name)}>;
}

const { blok } = Astro.props;
---

${lines.length === 0 ? `<${element} {...editable(blok)}></${element}>` : `<${element} {...editable(blok)}>\n${lines.join('\n')}\n</${element}>`}
`;
}

/** The types of a field, without null. */
const typesOf = ({ types }: FieldType): string[] => types.filter((type) => type !== 'null');

const isText = (type: FieldType | undefined): boolean =>
	type !== undefined && typesOf(type).join() === 'string';

function shownBy(field: string, type: FieldType, isMarkdown: boolean): Shown {
	const value = at(field);
	const types = typesOf(type);
	const only = types.length === 1 ? types[0] : undefined;
	// An empty field is an empty text, whatever its type.
	const filled = types.filter((one) => one !== 'string').join();
	if (types.every((one) => /^\(?Bloks\[/.test(one)) && types.length > 0)
		return { lines: [`<BlokList blok={${value}} />`], needs: 'Blok' };
	if (filled === 'RichTextField') return { lines: [`<RichText doc={${value}} />`], needs: 'RichText' };
	switch (only) {
		case 'string':
			if (isMarkdown) return { lines: [`<Markdown text={${value}} />`], needs: 'Markdown' };
			return { lines: [`{${value} && <p>{${value}}</p>}`] };
		case 'number':
			return { lines: [`<p>{${value}}</p>`] };
		case 'AssetField':
			return {
				lines: [`{${optional(field)}.filename && <StoryImage asset={${value}} />}`],
				needs: 'StoryImage',
			};
		case 'AssetField[]':
			return {
				lines: [`{${optional(field)}.map((asset) => <StoryImage asset={asset} />)}`],
				needs: 'StoryImage',
			};
		case 'LinkField':
			return {
				lines: [`<StoryLink link={${value}}>${words(field)}</StoryLink>`],
				needs: 'StoryLink',
			};
		case 'Uuid':
			return { lines: [`<StoryLink link={${value}}>${words(field)}</StoryLink>`], needs: 'StoryLink' };
		case 'Uuid[]':
			return {
				lines: [`{${optional(field)}.map((story) => <StoryLink link={story}>${words(field)}</StoryLink>)}`],
				needs: 'StoryLink',
			};
		default:
			return { lines: [comment(`${field}: ${types.join(' | ') || 'always empty so far'}`)] };
	}
}

const isName = (field: string): boolean => /^[a-z_$][\w$]*$/i.test(field);

const at = (field: string): string => (isName(field) ? `blok.${field}` : `blok[${quoted(field)}]`);

const optional = (field: string): string => `${at(field)}?`;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/\s+/g, ' ')}'`;

/** Text that is safe in a comment. Names come from the space, and could end it. */
const comment = (text: string): string => `{/* ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */}`;

/** The name of a field as text that is safe in markup. */
const words = (field: string): string => field.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'More';
