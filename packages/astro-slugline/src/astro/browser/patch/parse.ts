/** Attributes that differ between two renders of the same content. */
const volatile = ['server-render-time'];

/** A page's HTML as a document that nothing runs in. */
export function parsePage(html: string): Document {
	const page = new DOMParser().parseFromString(html, 'text/html');
	// Their content is text where scripts run, and elements here.
	for (const element of page.querySelectorAll('noscript')) element.replaceChildren();
	for (const island of page.querySelectorAll('astro-island'))
		for (const name of volatile) island.removeAttribute(name);
	return page;
}
