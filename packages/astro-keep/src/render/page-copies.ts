import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NewCopy, openPagePacks, type PageCopy, packFile, packsToRewrite } from '../cache/page-pack.js';
import type { PageId } from '../decide/page-ids.js';
import type { CachedPage, PageState } from '../decide/page-state.js';
import { statOf } from '../shared/node/stat-of.js';

/** The copies of pages, of earlier builds and of this one. */
export type PageCopies = ReturnType<typeof openPageCopies>;

export function openPageCopies(folder: URL) {
	const packs = openPagePacks(folder);
	const made = new Set<string>();
	return {
		...packs,
		/** Writes a cached page into the output; returns false if its copy is missing or damaged. */
		restore(copy: PageCopy, file: URL): boolean {
			const bytes = packs.read(copy);
			if (!bytes) return false;
			const path = fileURLToPath(file);
			const above = dirname(path);
			if (!made.has(above)) mkdirSync(above, { recursive: true });
			made.add(above);
			writeFileSync(path, bytes);
			return true;
		},
		/** Rewrites packs that consist mostly of removed pages. Pages that cannot be read are rendered in the next build. */
		async compact(state: PageState): Promise<PageState> {
			const copies = [...state.pages.values()].flatMap(({ copy }) => copy ?? []);
			const rewritten = packsToRewrite(copies, (pack) => sizeOf(packFile(folder, pack)));
			if (rewritten.size === 0) return state;
			const next = openPagePacks(folder);
			const moved = new Map<PageId, NewCopy | undefined>();
			for (const [id, { copy }] of state.pages) {
				if (!copy || !rewritten.has(copy.pack)) continue;
				const bytes = packs.read(copy);
				moved.set(id, bytes && next.add(bytes));
			}
			const pack = await next.finish();
			await next.close();
			const pages = new Map(
				[...state.pages].map(([id, page]): [PageId, CachedPage] => {
					if (!moved.has(id)) return [id, page];
					const copy = moved.get(id);
					return [id, { ...page, copy: copy && pack !== undefined ? { pack, ...copy } : undefined }];
				}),
			);
			return { ...state, pages };
		},
		/** Removes packs that the written state does not reference. */
		sweep: (state: PageState) =>
			packs.sweep(new Set([...state.pages.values()].flatMap(({ copy }) => copy?.pack ?? []))),
	};
}

const sizeOf = (file: URL): number => statOf(file)?.size ?? 0;
