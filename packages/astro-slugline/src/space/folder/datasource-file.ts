import { z } from 'zod';
import type { Datasource, DatasourceEntry } from '../model/space-model.js';
import { fields, integer, readYamlFile, text } from './files/check.js';
import { idOf } from './files/digest.js';
import { SpaceFolderError } from './files/folder-error.js';
import type { SourceFile } from './files/scan.js';
import type { Dating } from './stories/dates.js';

const datasourceFileSchema = z.strictObject(
	{
		name: text.optional(),
		id: integer.optional(),
		dimensions: z
			.array(
				z.strictObject(
					{
						name: text.optional(),
						entry_value: text,
						id: integer.optional(),
						extra: fields.optional(),
					},
					'Expected a map with `name` and `entry_value`.',
				),
				'Expected a list of dimensions.',
			)
			.default([]),
		entries: z
			.array(
				z.strictObject(
					{
						name: text,
						value: text,
						id: integer.optional(),
						/** Values by the dimension's `entry_value`. */
						dimensions: z.record(z.string(), text, 'Expected a map by dimension.').default({}),
					},
					'Expected a map with `name` and `value`.',
				),
				'Expected a list of entries.',
			)
			.default([]),
		/** Fields that override the served datasource. */
		extra: fields.optional(),
	},
	'Expected a map with `name` and `entries`.',
);

/**
 * Reads `datasources/<slug>.yaml`.
 *
 * @throws {SpaceFolderError}
 */
export function readDatasource(source: SourceFile, dating: Dating): Datasource {
	const slug = source.path.replace(/^datasources\//, '').replace(/\.yaml$/, '');
	const { yaml, fields: file } = readYamlFile(source, datasourceFileSchema);
	const dates = dating.datesOf({
		...{ uuid: `datasource ${slug}`, name: slug, isPublished: true, stated: {}, isEdited: false },
		...{ publishedDigest: source.digest, digest: source.digest },
	});
	const entryValues = new Set(file.dimensions.map((dimension) => dimension.entry_value));
	const seen = new Map<string, number>();
	const entries = file.entries.map((entry, index): DatasourceEntry => {
		const unknown = Object.keys(entry.dimensions).find((name) => !entryValues.has(name));
		if (unknown !== undefined) {
			throw new SpaceFolderError(
				source.path,
				yaml.at(['entries', index, 'dimensions', unknown]),
				`The datasource has no dimension with the entry value \`${unknown}\`. Add it under \`dimensions\` or remove it here.`,
			);
		}
		const occurrence = seen.get(entry.name) ?? 0;
		seen.set(entry.name, occurrence + 1);
		const id = entry.id ?? idOf(`entry ${slug} ${occurrence} ${entry.name}`);
		return { id, name: entry.name, value: entry.value, dimensions: entry.dimensions };
	});
	return {
		file: source.path,
		id: file.id ?? idOf(`datasource ${slug}`),
		name: file.name ?? slug,
		slug,
		dimensions: file.dimensions.map(({ id, name, entry_value, extra }) => ({
			id: id ?? idOf(`dimension ${slug} ${entry_value}`),
			name: name ?? entry_value,
			entryValue: entry_value,
			extra: extra ?? {},
		})),
		entries,
		createdAt: dates.created_at,
		updatedAt: dates.updated_at,
		extra: file.extra ?? {},
	};
}
