/** Identifies the component of an island. With another one, the island is replaced. */
export const componentOf = (island: Element): string =>
	['component-url', 'component-export', 'renderer-url', 'client']
		.map((name) => island.getAttribute(name))
		.join(' ');

/** An island's own slots by name, without those of islands in it. */
export function slotsOf(island: Element): Map<string, Element> {
	const slots = new Map<string, Element>();
	for (const slot of island.querySelectorAll('astro-slot')) {
		if (slot.closest('astro-island') === island) slots.set(slot.getAttribute('name') ?? 'default', slot);
	}
	return slots;
}

/**
 * Renders a hydrated island again with new props. Its components keep their state.
 *
 * @param props as Astro serializes them into the attribute
 */
export function giveProps(island: Element, props: string): void {
	if (preactTree in island) updatePreact(island);
	// An island with this attribute renders when its props change.
	island.setAttribute('ssr', '');
	island.setAttribute('props', props);
}

/** Where Preact stores the tree that it rendered into an element. */
const preactTree = '__k';

/**
 * Astro's renderer for Preact hydrates an island on every change of props, which discards state. Only for `client:only` does
 * it update the tree that is there, after it has emptied the element, which must not happen.
 */
function updatePreact(island: Element): void {
	const directive = island.getAttribute('client') ?? '';
	island.setAttribute('client', 'only');
	Object.defineProperty(island, 'innerHTML', { set() {}, configurable: true });
	const restore = () => {
		island.setAttribute('client', directive);
		Reflect.deleteProperty(island, 'innerHTML');
	};
	island.addEventListener('astro:hydrate', restore, { once: true });
}

/** Ends the components that run in a part of the page. */
export function unmount(place: Node): void {
	if (!(place instanceof Element)) return;
	const islands = [...place.querySelectorAll('astro-island')];
	if (place.localName === 'astro-island') islands.push(place);
	for (const island of islands) island.dispatchEvent(new CustomEvent('astro:unmount'));
}
