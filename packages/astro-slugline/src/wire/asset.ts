import { z } from 'zod';
import { orNull } from './text.js';

/** A file in a content field: `{ fieldtype: 'asset', filename, alt, … }`. An empty one has `id: null` and no file name. */
export const assetSchema = z.looseObject({
	id: orNull(z.union([z.number(), z.string()])),
	alt: orNull(z.string()),
	name: orNull(z.string()),
	focus: orNull(z.string()),
	title: orNull(z.string()),
	source: orNull(z.string()),
	/** Address of the file, `''` where none is chosen; old content may have `//host/…`. */
	filename: orNull(z.string()),
	copyright: orNull(z.string()),
	/** Absent from the members of a field of several assets. */
	fieldtype: z.literal('asset').optional(),
	meta_data: orNull(z.record(z.string(), z.unknown())),
	/** Only on assets that carry it; old content has `''` for false. */
	is_private: z.union([z.boolean(), z.literal('')]).nullish(),
	is_external_url: z.boolean().nullish(),
});

export type Asset = z.infer<typeof assetSchema>;
