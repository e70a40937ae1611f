import { named } from 'astro-keep/shared/text/named';
import { SpaceFolderError } from './folder-error.js';
import type { SourceFile } from './scan.js';

/** A warning for each YAML file in a place where nothing reads it, and one for all files in other forms. */
export function unreadFiles(files: Iterable<SourceFile>, front: string): string[] {
	const { yaml = [], other = [] } = Object.groupBy(files, ({ path, digest }) =>
		digest === '' ? 'other' : isUnreadYaml(path) ? 'yaml' : 'read',
	);
	const sentences = yaml.map(
		({ path }) =>
			`${front}${path}: Nothing reads this file. A datasource is \`datasources/<slug>.yaml\`, and the settings of a folder are its \`_folder.yaml\`.`,
	);
	if (other.length === 0) return sentences;
	const paths = named(other.map(({ path }) => front + path));
	return [
		...sentences,
		`Nothing reads ${paths}. A story is a Markdown file that ends in \`.md\`, and a datasource is \`datasources/<slug>.yaml\`. Files for visitors belong in public/.`,
	];
}

const isUnreadYaml = (path: string): boolean =>
	/\.ya?ml$/i.test(path) && !/^(?:space|datasources\/[^/]+|(?:.*\/)?_folder)\.yaml$/.test(path);

/** Refuses other extensions, and translations of a folder in a file of their own, because such files would silently be ignored. */
export function refuseIgnored(files: ReadonlyMap<string, SourceFile>): void {
	for (const path of files.keys()) {
		const [, folder, code] = /^(.*\/)_folder\.([^/.]+)\.yaml$/.exec(path) ?? [];
		if (code !== undefined)
			throw new SpaceFolderError(
				path,
				undefined,
				`The translations of a folder are in ${folder}_folder.yaml: \`translated: { ${code}: { name: …, slug: … } }\`.`,
			);
		if (/\.mdx$/i.test(path))
			throw new SpaceFolderError(
				path,
				undefined,
				'MDX is not read: a story is plain Markdown, and its components are bloks. Rename it to end in `.md`, without imports.',
			);
		if (/\.(?:md|markdown)$/i.test(path) && !path.endsWith('.md'))
			throw new SpaceFolderError(path, undefined, 'Stories must end in `.md`. Rename this one.');
		if (path.endsWith('.yaml') || !/^(?:space|datasources\/[^/]+|(?:.*\/)?_folder)\.ya?ml$/i.test(path))
			continue;
		throw new SpaceFolderError(
			path,
			undefined,
			'YAML files of a space must end in `.yaml`. Rename this one.',
		);
	}
}
