import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statOf } from '../../../shared/node/stat-of.js';
import {
	openPagePacks,
	type PageCopy,
	type PagePacks,
	packFile,
	packsToRewrite,
} from '../copies/page-pack.js';
import type { CachedPage, PageState } from '../decide/page-state.js';

/** The copies of pages, of earlier builds and of this one. */
export interface PageCopies extends Omit<PagePacks, 'sweep'> {
	/** Writes a cached page into the output; returns false if its copy is missing or damaged. */
	restore(copy: PageCopy, file: URL): boolean;
	/** Rewrites packs that consist mostly of removed pages. Pages that cannot be read are rendered in the next build. */
	compact(state: PageState): Promise<PageState>;
	/** Removes packs that the written state does not reference. */
	sweep(state: PageState): Promise<void>;
}

export function openPageCopies(folder: URL): PageCopies {
	const packs = openPagePacks(folder);
	const made = new Set<string>();
	return {
		...packs,
		restore(copy, file) {
			const bytes = packs.read(copy);
			if (!bytes) return false;
			const path = fileURLToPath(file);
			const above = dirname(path);
			if (!made.has(above)) mkdirSync(above, { recursive: true });
			made.add(above);
			writeFileSync(path, bytes);
			return true;
		},
		async compact(state) {
			const copies = [...state.pages.values()].flatMap(({ copy }) => copy ?? []);
			const rewritten = packsToRewrite(copies, (pack) => sizeOf(packFile(folder, pack)));
			if (rewritten.size === 0) return state;
			const next = openPagePacks(folder);
			const moved = new Map<string, ReturnType<typeof next.add> | undefined>();
			const move = (copy: PageCopy) => {
				const key = `${copy.pack} ${copy.at}`;
				if (!moved.has(key)) {
					const bytes = packs.read(copy);
					moved.set(key, bytes && next.add(bytes));
				}
				return moved.get(key);
			};
			for (const { copy } of state.pages.values()) if (copy && rewritten.has(copy.pack)) move(copy);
			const pack = await next.finish();
			await next.close();
			const pages = new Map(
				[...state.pages].map(([id, page]): [string, CachedPage] => {
					if (!page.copy || !rewritten.has(page.copy.pack)) return [id, page];
					const copy = move(page.copy);
					return [id, { ...page, copy: copy && pack !== undefined ? { pack, ...copy } : undefined }];
				}),
			);
			return { ...state, pages };
		},
		sweep: (state) => packs.sweep(new Set([...state.pages.values()].flatMap(({ copy }) => copy?.pack ?? []))),
	};
}

const sizeOf = (file: URL): number => statOf(file)?.size ?? 0;
