// A site has its own, generated; these are for building this package.
declare module 'astro:content' {
	export type CollectionKey = string;
	export interface CollectionEntry<Collection extends CollectionKey> {
		id: string;
		collection: Collection;
		digest?: number | string;
		data: Record<string, unknown>;
	}
	export function getCollection<Collection extends CollectionKey>(
		collection: Collection,
	): Promise<CollectionEntry<Collection>[]>;
}
