import { type FieldType, quote, type SpaceTypes } from './infer.js';

/** Options of {@link writeTypes}. */
export interface WriteOptions {
	/** Id of the integration. */
	space: string;
	/** The content types in each folder, by the start of the slugs: `{ 'authors/': ['author'] }`. */
	folders?: ReadonlyMap<string, Iterable<string>> | undefined;
	/** The codes and locales of the languages. @default not checked */
	languages?: Iterable<string> | undefined;
	/** The source of the types, for the first line. @example 'the content of My site' */
	from: string;
}

const fieldNames = [
	'AssetField',
	'LinkField',
	'PluginField',
	'RichTextField',
	'SeoField',
	'TableField',
	'Uuid',
];

/**
 * Writes types as a declaration file that extends `SluglineSpaces` with this space. Everything is sorted, so
 * equal types result in equal bytes.
 *
 * @example
 * await writeFile('slugline.d.ts', writeTypes(types, { space: 'default', from: 'components.json' }));
 */
export function writeTypes(
	{ contentTypes, bloks }: SpaceTypes,
	{ space, folders, languages, from }: WriteOptions,
): string {
	const types = [...bloks]
		.sort(byName)
		.map(([name, fields]) => `\t${key(name)}: {\n${blokLines(name, fields)}\n\t};`)
		.join('\n');
	const names = contentTypes.filter((name) => bloks.has(name));
	const folderLines = [...(folders ?? [])]
		.sort(byName)
		.map(([start, names]) => `\t\t\t\t${key(start)}: ${union([...names].map(quote))};`);
	const codes = languages ? union([...languages].map(quote)) : 'string';
	const used = fieldNames.filter((name) => new RegExp(`\\b${name}\\b`).test(types));
	return `// Written by astro-slugline from ${from.replace(/\s+/g, ' ')}. The next sync overwrites it.
${used.length > 0 ? `import type { ${used.join(', ')} } from 'astro-slugline/types';\n` : ''}
interface Bloks {
${types}
}

declare global {
	interface SluglineSpaces {
		${key(space)}: {
			bloks: Bloks;
			contentTypes: ${union(names.map(quote))};
			languages: ${codes};
			folders: {${folderLines.length > 0 ? `\n${folderLines.join('\n')}\n\t\t\t` : ''}};
		};
	}
}

export {};
`;
}

function blokLines(name: string, fields: ReadonlyMap<string, FieldType>): string {
	const lines = ['_uid: string;', `component: ${quote(name)};`, '/** In drafts. */', '_editable?: string;'];
	for (const [field, { types, optional, note }] of [...fields].sort(byName)) {
		if (note) lines.push(`/** ${note.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */`);
		lines.push(`${key(field)}${optional ? '?' : ''}: ${union(types)};`);
	}
	return lines.map((line) => `\t\t${line}`).join('\n');
}

/** `null` is last, as is customary. */
function union(types: readonly string[]): string {
	const sorted = [...new Set(types)].sort(
		(a, b) => Number(a === 'null') - Number(b === 'null') || (a < b ? -1 : 1),
	);
	return sorted.join(' | ') || 'never';
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
	a < b ? -1 : a > b ? 1 : 0;

const key = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name));
