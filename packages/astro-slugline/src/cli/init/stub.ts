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
	line: string;
	needs?: Import;
}

/** Names of fields that are headings, the likeliest first. */
const headings = ['headline', 'heading', 'title', 'name'];

/** The source of a blok's component as a starting point: typed, with simple markup for each field. */
export function stubOf({ name, fields, isContentType, markdown }: StubOptions): string {
	const heading = headings.find((field) => fields.get(field) && isText(fields.get(field)));
	const ordered = [...fields].sort(
		([a], [b]) => Number(b === heading) - Number(a === heading) || (a < b ? -1 : 1),
	);
	const tag = isContentType ? 'h1' : 'h2';
	const shown = ordered.map(([field, type]): Shown => {
		if (field === heading) return { line: `<${tag}>{${at(field)}}</${tag}>` };
		return shownBy(field, type, markdown.has(field));
	});
	const needs = [...new Set(shown.flatMap(({ needs }) => needs ?? []))].sort();
	const element = isContentType ? 'article' : 'section';
	const lines = shown.map(({ line }) => `\t${line}`);
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

/** The markup of a field by its only type. Text is Markdown if it is in some story. */
const shownAs: Readonly<Record<string, (field: string) => Shown>> = {
	Markdown: (field) => ({ line: `<Markdown text={${at(field)}} />`, needs: 'Markdown' }),
	string: (field) => ({ line: `{${at(field)} && <p>{${at(field)}}</p>}` }),
	number: (field) => ({ line: `<p>{${at(field)}}</p>` }),
	AssetField: (field) => ({
		line: `{${at(field)}?.filename && <StoryImage asset={${at(field)}} />}`,
		needs: 'StoryImage',
	}),
	'AssetField[]': (field) => ({
		line: `{${at(field)}?.map((asset) => <StoryImage asset={asset} />)}`,
		needs: 'StoryImage',
	}),
	LinkField: (field) => ({ line: linkTo(at(field), field), needs: 'StoryLink' }),
	Uuid: (field) => ({ line: linkTo(at(field), field), needs: 'StoryLink' }),
	'Uuid[]': (field) => ({
		line: `{${at(field)}?.map((story) => ${linkTo('story', field)})}`,
		needs: 'StoryLink',
	}),
};

const linkTo = (link: string, field: string): string =>
	`<StoryLink link={${link}}>${words(field)}</StoryLink>`;

function shownBy(field: string, type: FieldType, isMarkdown: boolean): Shown {
	const types = typesOf(type);
	if (types.length > 0 && types.every((one) => /^\(?Bloks\[/.test(one)))
		return { line: `<BlokList blok={${at(field)}} />`, needs: 'Blok' };
	// An empty field is an empty text, whatever its type.
	if (types.filter((one) => one !== 'string').join() === 'RichTextField')
		return { line: `<RichText doc={${at(field)}} />`, needs: 'RichText' };
	const only = types.join();
	const show = shownAs[only === 'string' && isMarkdown ? 'Markdown' : only];
	return show?.(field) ?? { line: comment(`${field}: ${types.join(' | ') || 'always empty so far'}`) };
}

const isName = (field: string): boolean => /^[a-z_$][\w$]*$/i.test(field);

const at = (field: string): string => (isName(field) ? `blok.${field}` : `blok[${quoted(field)}]`);

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/\s+/g, ' ')}'`;

/** Text that is safe in a comment. Names come from the space, and could end it. */
const comment = (text: string): string => `{/* ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */}`;

/** The name of a field as text that is safe in markup. */
const words = (field: string): string => field.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'More';
