import { z } from 'zod';
import { orNull } from './text.js';

/**
 * An asset in a content field: `{ fieldtype: 'asset', filename, alt, … }`. An empty one has `id: null` and no
 * file name.
 */
export const assetSchema = z.looseObject({
	id: orNull(z.union([z.number(), z.string()])),
	alt: orNull(z.string()),
	name: orNull(z.string()),
	focus: orNull(z.string()),
	title: orNull(z.string()),
	source: orNull(z.string()),
	/** Address of the file, or `''` without one. Old content may contain `//host/…`. */
	filename: orNull(z.string()),
	copyright: orNull(z.string()),
	/** Missing in the members of a multi-asset field. */
	fieldtype: z.literal('asset').optional(),
	meta_data: orNull(z.record(z.string(), z.unknown())),
	/** Only some assets have it. Old content contains `''` for false. */
	is_private: z.union([z.boolean(), z.literal('')]).nullish(),
	is_external_url: z.boolean().nullish(),
});

/** An asset field. */
export type Asset = z.infer<typeof assetSchema>;
