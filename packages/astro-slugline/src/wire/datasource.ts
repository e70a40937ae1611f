import { z } from 'zod';
import { listOf, orNull, timestamp } from './text.js';

/** An additional column of a datasource, such as a language. Requests refer to it by `entry_value`. */
export const dimensionSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	entry_value: z.string(),
	datasource_id: z.number().nullish(),
	created_at: timestamp.nullish(),
	updated_at: timestamp.nullish(),
});

/** A dimension of a datasource. */
export type Dimension = z.infer<typeof dimensionSchema>;

/** A list of name-value entries, with optional dimensions. */
export const datasourceSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	slug: z.string(),
	dimensions: listOf(dimensionSchema),
});

/** A datasource. */
export type Datasource = z.infer<typeof datasourceSchema>;

/** The response of the datasource list. */
export const datasourceListSchema = z.looseObject({
	datasources: z.array(datasourceSchema),
	cv: orNull(z.number()),
});

/**
 * One entry of a datasource. `dimension_value` is null unless the request names a dimension for which it has
 * a value.
 */
export const datasourceEntrySchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	value: z.string(),
	dimension_value: orNull(z.string()),
});

/** An entry of a datasource, in one dimension. */
export type DatasourceEntry = z.infer<typeof datasourceEntrySchema>;

/** The response of the datasource entry list. */
export const datasourceEntryListSchema = z.looseObject({
	datasource_entries: z.array(datasourceEntrySchema),
	cv: orNull(z.number()),
});
