/**
 * Applies the difference between the attributes of two elements to a third one, the element in the page. What scripts
 * added to that one stays: classes and styles are changed one by one.
 *
 * @param old made equal to `fresh`
 */
export function patchAttributes(old: Element, fresh: Element, live: Element | undefined): void {
	for (const { name } of [...old.attributes, ...fresh.attributes]) {
		if (old.getAttribute(name) === fresh.getAttribute(name)) continue;
		const isChanged = live?.getAttribute(name) !== old.getAttribute(name);
		if (live && name === 'class' && isChanged) patchClasses(live, old, fresh);
		else if (live && name === 'style') patchStyles(live, old, fresh);
		else if (live) copy(name, fresh, live);
		copy(name, fresh, old);
	}
}

/** Gives an element an attribute of another one. Setting by name refuses names that HTML allows, such as `@click`. */
function copy(name: string, from: Element, to: Element): void {
	const attribute = from.getAttributeNode(name);
	if (attribute) to.setAttributeNodeNS(to.ownerDocument.importNode(attribute) as Attr);
	else to.removeAttribute(name);
}

function patchClasses(live: Element, old: Element, fresh: Element): void {
	for (const name of old.classList) if (!fresh.classList.contains(name)) live.classList.remove(name);
	for (const name of fresh.classList) if (!old.classList.contains(name)) live.classList.add(name);
}

/** Through the object model, which a content security policy allows. */
function patchStyles(live: Element, old: Element, fresh: Element): void {
	const [liveStyle, oldStyle, freshStyle] = [live, old, fresh].map((element) => styleOf(element));
	if (!liveStyle || !oldStyle || !freshStyle) return;
	for (const name of oldStyle) if (!freshStyle.getPropertyValue(name)) liveStyle.removeProperty(name);
	for (const name of freshStyle) {
		const [value, priority] = [freshStyle.getPropertyValue(name), freshStyle.getPropertyPriority(name)];
		if (oldStyle.getPropertyValue(name) === value && oldStyle.getPropertyPriority(name) === priority)
			continue;
		liveStyle.setProperty(name, value, priority);
	}
	if (liveStyle.length === 0 && !fresh.hasAttribute('style')) live.removeAttribute('style');
}

const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
	'style' in element ? (element.style as CSSStyleDeclaration) : undefined;
