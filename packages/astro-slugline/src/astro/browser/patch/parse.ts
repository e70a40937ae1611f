/** Attributes that differ between two renders of the same content. */
const volatile = ['server-render-time'];

/** The attribute of a parsed template that has its content. It is not in the live page. */
export const contentMark = 'slugline-content';

/**
 * Parses a page's HTML into a document in which no script runs.
 *
 * @param nonce that the content security policy of the live page allows; the server may give each response another one
 */
export function parsePage(html: string, nonce?: string): Document {
	const page = new DOMParser().parseFromString(html, 'text/html');
	// The content of these is text if scripts are enabled, but elements here.
	for (const element of page.querySelectorAll('noscript')) element.replaceChildren();
	for (const island of page.querySelectorAll('astro-island'))
		for (const name of volatile) island.removeAttribute(name);
	// Two templates with other content would be equal, as the content is not among their children.
	for (const template of page.querySelectorAll('template'))
		template.setAttribute(contentMark, template.innerHTML);
	if (nonce) for (const element of page.querySelectorAll('[nonce]')) element.setAttribute('nonce', nonce);
	return page;
}

/** The nonce of the page's own scripts and styles. */
export function nonceOf(live: Document): string | undefined {
	const elements = live.querySelectorAll<HTMLElement>('[nonce]');
	return [...elements].find(({ nonce }) => nonce)?.nonce;
}
