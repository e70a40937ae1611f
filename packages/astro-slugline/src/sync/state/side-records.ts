import { z } from 'zod';
import { packageVersion } from '../../shared/version.js';
import { textHash } from '../model/text-hash.js';
import type { TextStore } from './text-store.js';

export type SideRecords = ReturnType<typeof createSideRecords>;

/** Records that are cached besides the state: datasources and results of filters. A damaged record counts as missing. */
export function createSideRecords(store: TextStore, spaceId: number) {
	const keyOf = async ([kind = '', ...rest]: readonly string[]) =>
		rest.length === 0 ? `side:${kind}` : `side:${kind}-${await textHash(JSON.stringify(rest))}`;
	const marks = { package: z.literal(packageVersion), space: z.literal(spaceId), cv: z.number().nullable() };
	return {
		/** The record with a name and the cv of its request, if it is from this space and has the given shape. */
		async read<Shape extends z.ZodType>(name: readonly string[], shape: Shape) {
			const text = await store.readSealed(await keyOf(name));
			return text === undefined
				? undefined
				: z.object({ ...marks, value: shape }).safeParse(JSON.parse(text)).data;
		},
		async write(name: readonly string[], cv: number | null, value: unknown) {
			const record = { package: packageVersion, space: spaceId, cv, value };
			await store.writeSealed(await keyOf(name), JSON.stringify(record));
		},
	};
}
