import { z } from 'zod';
import { packageVersion } from '../../shared/version.js';
import { textHash } from '../model/text-hash.js';
import type { TextStore } from './text-store.js';

/** A cached record, with the cv of its request. */
export interface SideRecord<T> {
	cv: number | null;
	value: T;
}

/** Records that are cached besides the state: datasources and results of filters. A damaged record counts as missing. */
export interface SideRecords {
	/** The record with a name, if it is from this space and has the given shape. */
	read<T>(name: readonly string[], shape: z.ZodType<T>): Promise<SideRecord<T> | undefined>;
	write(name: readonly string[], cv: number | null, value: unknown): Promise<void>;
}

const cvSchema = z.number().nullable();

export function createSideRecords(store: TextStore, spaceId: number): SideRecords {
	const keyOf = async ([kind = '', ...rest]: readonly string[]) =>
		rest.length === 0 ? `side:${kind}` : `side:${kind}-${await textHash(JSON.stringify(rest))}`;
	const envelope = z.object({
		package: z.literal(packageVersion),
		space: z.literal(spaceId),
		cv: cvSchema,
		value: z.unknown(),
	});
	return {
		async read(name, shape) {
			const text = await store.readSealed(await keyOf(name));
			if (text === undefined) return undefined;
			const outer = envelope.safeParse(JSON.parse(text));
			const inner = outer.success ? shape.safeParse(outer.data.value) : undefined;
			return outer.success && inner?.success ? { cv: outer.data.cv, value: inner.data } : undefined;
		},
		async write(name, cv, value) {
			const record = { package: packageVersion, space: spaceId, cv, value };
			await store.writeSealed(await keyOf(name), JSON.stringify(record));
		},
	};
}
