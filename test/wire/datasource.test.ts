import {
	datasourceEntryListSchema,
	datasourceEntrySchema,
	datasourceListSchema,
	datasourceSchema,
	dimensionSchema,
} from 'astro-slugline/wire';
import { expect, it } from 'vitest';

const dimension = {
	id: 3,
	name: 'German',
	entry_value: 'de',
	datasource_id: 2,
	created_at: '2024-05-01T10:00:00+0000',
	updated_at: '2024-05-01T10:00:00+0000',
};
const datasource = { id: 2, name: 'Labels', slug: 'labels', dimensions: [dimension] };
const entry = { id: 5, name: 'read-more', value: 'Read more', dimension_value: 'Weiterlesen' };

it('parses datasources and dimensions as documented', () => {
	expect(dimensionSchema.parse(dimension)).toEqual(dimension);
	expect(datasourceSchema.parse(datasource)).toEqual(datasource);
	expect(datasourceListSchema.parse({ datasources: [datasource], cv: 1 })).toEqual({
		datasources: [datasource],
		cv: 1,
	});
});

it('accepts the absence of fields that some servers omit', () => {
	expect(
		dimensionSchema.parse({ id: 3, name: 'German', entry_value: 'de', datasource_id: null }).entry_value,
	).toBe('de');
	expect(datasourceSchema.parse({ id: 2, name: 'Labels', slug: 'labels' }).dimensions).toEqual([]);
	expect(datasourceListSchema.parse({ datasources: [] })).toEqual({ datasources: [], cv: null });
});

it('parses entries with and without a dimension’s value', () => {
	expect(datasourceEntrySchema.parse(entry)).toEqual(entry);
	expect(datasourceEntrySchema.parse({ id: 5, name: 'a', value: '' })).toMatchObject({
		value: '',
		dimension_value: null,
	});
	const list = { datasource_entries: [entry], cv: null };
	expect(datasourceEntryListSchema.parse(list)).toEqual(list);
	expect(datasourceEntryListSchema.parse({ datasource_entries: [] }).cv).toBeNull();
});

it('preserves unknown fields', () => {
	expect(
		datasourceSchema.parse({ ...datasource, extra: 1, dimensions: [{ ...dimension, extra: 2 }] }),
	).toMatchObject({
		extra: 1,
		dimensions: [{ extra: 2 }],
	});
	expect(datasourceEntrySchema.parse({ ...entry, extra: 3 })).toMatchObject({ extra: 3 });
});

it('refuses anything but a datasource', () => {
	expect(datasourceListSchema.safeParse({ cv: 1 }).success).toBe(false);
	expect(datasourceSchema.safeParse({ ...datasource, slug: null }).success).toBe(false);
	expect(dimensionSchema.safeParse({ ...dimension, entry_value: undefined }).success).toBe(false);
	expect(datasourceEntrySchema.safeParse({ ...entry, value: 1 }).success).toBe(false);
});
