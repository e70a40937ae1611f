/** An entry of Astro's content, as far as tests need it. */
interface Entry {
	id: string;
	collection: string;
	data: Record<string, unknown>;
}

/** What `astro:content` has in tests: the entries of each collection. */
export const collections = new Map<string, Entry[]>();

export const getCollection = async (name: string): Promise<Entry[]> => collections.get(name) ?? [];
