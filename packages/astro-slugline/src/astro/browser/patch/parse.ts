import type { SentPage } from '../../../preview/index.js';

/** Attributes that differ between two renders of the same content. */
const volatile = ['server-render-time'];

/** The attribute of a parsed template that has its content. It is not in the live page. */
export const contentMark = 'slugline-content';

/**
 * Parses a page's HTML into a document in which no script runs. Elements with a nonce of the page get the one of the live page
 * in its place, and others lose theirs: a policy allows what it allows in the page as it is sent.
 *
 * @param liveNonces those of the live page's policies, in their order
 */
export function parsePage({ html, nonces }: SentPage, liveNonces: readonly string[]): Document {
	const page = new DOMParser().parseFromString(html, 'text/html');
	// The content of these is text if scripts are enabled, but elements here.
	for (const element of page.querySelectorAll('noscript')) element.replaceChildren();
	for (const island of page.querySelectorAll('astro-island'))
		for (const name of volatile) island.removeAttribute(name);
	// Two templates with other content would be equal, as the content is not among their children.
	for (const template of page.querySelectorAll('template'))
		template.setAttribute(contentMark, template.innerHTML);
	for (const element of page.querySelectorAll('[nonce]')) {
		const nonce = liveNonces[nonces.indexOf(element.getAttribute('nonce') ?? '')];
		if (nonce === undefined) element.removeAttribute('nonce');
		else element.setAttribute('nonce', nonce);
	}
	return page;
}
