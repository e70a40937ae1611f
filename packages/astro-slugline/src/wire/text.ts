import { z } from 'zod';

/** A field the service may leave out or send as null; absent reads as null. */
export const orNull = <T extends z.ZodType>(shape: T) => shape.nullish().transform((value) => value ?? null);

/** A list the service may leave out or send as null; absent reads as empty. */
export const listOf = <T extends z.ZodType>(shape: T) =>
	z
		.array(shape)
		.nullish()
		.transform((value) => value ?? []);

/** A moment as the service writes it: `2024-05-01T10:00:00.000Z` in stories, `…Z` or `…+0000` in links. Compared, never parsed. */
export const timestamp = z.string();

/** The key of a story or link. Compared, never parsed, so its form is not checked. */
export const uuid = z.string().min(1);
