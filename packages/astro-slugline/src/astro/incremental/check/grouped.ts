/** Groups items by a name, both in the order in which they come. */
export function grouped<Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Map<string, Item[]> {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const name = nameOf(item);
		const others = groups.get(name);
		if (others) others.push(item);
		else groups.set(name, [item]);
	}
	return groups;
}
