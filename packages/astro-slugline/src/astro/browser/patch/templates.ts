import { patchAttributes } from './attributes.js';
import { contentMark } from './parse.js';

/** True for a template that the browser made the shadow root of its parent when it loaded the page. */
export const isShadowRoot = (node: Node): node is HTMLTemplateElement =>
	node instanceof HTMLTemplateElement && node.hasAttribute('shadowrootmode');

/**
 * Gives a template, or the shadow root that it stands for, its new content as a whole.
 *
 * @param old made equal to `fresh`
 * @param place the template in the page, or the element with the shadow root
 * @returns false if the page has neither, such as for a closed shadow root
 */
export function patchTemplate(
	old: HTMLTemplateElement,
	fresh: HTMLTemplateElement,
	place: Node | undefined,
): boolean {
	const isShadow = isShadowRoot(old);
	const template = !isShadow && place instanceof HTMLTemplateElement ? place : undefined;
	const root = isShadow && place instanceof Element ? place.shadowRoot : template?.content;
	if (!root) return false;
	root.replaceChildren(root.ownerDocument.importNode(fresh.content, true));
	old.content.replaceChildren(old.ownerDocument.importNode(fresh.content, true));
	patchAttributes(old, fresh, template);
	template?.removeAttribute(contentMark);
	return true;
}

/** A copy of a template for the page. */
export function copyTemplate(template: HTMLTemplateElement, page: Document): Node {
	const copy = page.importNode(template, true);
	copy.removeAttribute(contentMark);
	return copy;
}

/**
 * Gives a new element of the page the shadow root of a template in it.
 *
 * @returns false if the element cannot have one, in which case browsers leave the template in it
 */
export function attachShadow(host: Element, template: HTMLTemplateElement): boolean {
	// A custom element makes its own.
	if (host.shadowRoot) return true;
	try {
		const root = host.attachShadow({
			mode: template.getAttribute('shadowrootmode') === 'closed' ? 'closed' : 'open',
			delegatesFocus: template.hasAttribute('shadowrootdelegatesfocus'),
		});
		root.append(host.ownerDocument.importNode(template.content, true));
		return true;
	} catch {
		// An element such as `<img>`.
		return false;
	}
}
