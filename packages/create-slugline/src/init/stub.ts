import type { FieldType } from 'astro-slugline/command';

export interface StubOptions {
	name: string;
	fields: ReadonlyMap<string, FieldType>;
	/** True for the content of a story, whose heading is the page's `<h1>`. */
	isContentType: boolean;
	/** Fields whose text is Markdown. */
	markdown: ReadonlySet<string>;
}

/** The components that show fields, with the names of their files. */
const components = {
	BlokList: 'Blok',
	Markdown: 'Markdown',
	RichText: 'RichText',
	StoryImage: 'StoryImage',
	StoryLink: 'StoryLink',
};

/** Names of fields that are headings, the likeliest first. */
const headings = ['headline', 'heading', 'title', 'name'];

/** The source of a blok's component as a starting point: typed, with simple markup for each field. */
export function stubOf({ name, fields, isContentType, markdown }: StubOptions): string {
	const heading = headings.find((field) => fields.get(field) && isText(fields.get(field)));
	const ordered = [...fields].sort(
		([a], [b]) => Number(b === heading) - Number(a === heading) || (a < b ? -1 : 1),
	);
	const tag = isContentType ? 'h1' : 'h2';
	const lines = ordered.map(([field, type]) =>
		field === heading ? `<${tag}>{${at(field)}}</${tag}>` : shownBy(field, type, markdown.has(field)),
	);
	const imports = Object.entries(components)
		.filter(([component]) => lines.some((line) => line.includes(`<${component} `)))
		.map(([component, file]) => `import ${component} from 'astro-slugline/components/${file}.astro';\n`);
	const element = isContentType ? 'article' : 'section';
	return `---
${imports.join('')}import { editable } from 'astro-slugline/rendering';
import type { Blok } from 'astro-slugline/types';

interface Props {
	blok: Blok<${quoted(name)}>;
}

const { blok } = Astro.props;
---

${lines.length === 0 ? `<${element} {...editable(blok)}></${element}>` : `<${element} {...editable(blok)}>\n${lines.map((line) => `\t${line}`).join('\n')}\n</${element}>`}
`;
}

/** The types of a field, without null. */
const typesOf = ({ types }: FieldType): string[] => types.filter((type) => type !== 'null');

const isText = (type: FieldType | undefined): boolean =>
	type !== undefined && typesOf(type).join() === 'string';

/** The markup of a field by its only type. Text is Markdown if it is in some story. */
const shownAs: Readonly<Record<string, (value: string, field: string) => string>> = {
	Markdown: (value) => `<Markdown text={${value}} />`,
	string: (value) => `{${value} && <p>{${value}}</p>}`,
	number: (value) => `<p>{${value}}</p>`,
	AssetField: (value) => `{${value}?.filename && <StoryImage asset={${value}} />}`,
	'AssetField[]': (value) => `{${value}?.map((asset) => <StoryImage asset={asset} />)}`,
	LinkField: linkTo,
	Uuid: linkTo,
	'Uuid[]': (value, field) => `{${value}?.map((story) => ${linkTo('story', field)})}`,
};

function linkTo(link: string, field: string): string {
	return `<StoryLink link={${link}}>${words(field)}</StoryLink>`;
}

function shownBy(field: string, type: FieldType, isMarkdown: boolean): string {
	const types = typesOf(type);
	if (types.length > 0 && types.every((one) => /^\(?Bloks\[/.test(one)))
		return `<BlokList blok={${at(field)}} />`;
	// An empty field is an empty text, whatever its type.
	if (types.filter((one) => one !== 'string').join() === 'RichTextField')
		return `<RichText doc={${at(field)}} />`;
	const only = types.join();
	const show = shownAs[only === 'string' && isMarkdown ? 'Markdown' : only];
	return show?.(at(field), field) ?? comment(`${field}: ${types.join(' | ') || 'always empty so far'}`);
}

const isName = (field: string): boolean => /^[a-z_$][\w$]*$/i.test(field);

const at = (field: string): string => (isName(field) ? `blok.${field}` : `blok[${quoted(field)}]`);

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/\s+/g, ' ')}'`;

/** Text that is safe in a comment. Names come from the space, and could end it. */
const comment = (text: string): string => `{/* ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */}`;

/** The name of a field as words, which are safe in markup. @example words('read_more-link') // 'Read more link' */
const words = (field: string): string =>
	(field.replace(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{N}]+/gu, ' ').trim() || 'More').replace(/^./u, (first) =>
		first.toUpperCase(),
	);
