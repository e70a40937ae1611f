import type { SentPage } from '../../../preview/index.js';

/** The comment before what a server island shows until it is loaded. */
const islandStart = '[if astro]>server-island-start<![endif]';

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
	// Differs between two renders of the same content.
	for (const island of page.querySelectorAll('astro-island')) island.removeAttribute('server-render-time');
	removeServerIslands(page);
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

/**
 * Removes what loads server islands. It differs in each answer, and what it has put into the page is not the server's HTML: run
 * again, it would remove everything before it.
 */
function removeServerIslands(page: Document): void {
	for (const link of page.querySelectorAll('link[rel=preload][as=fetch][href*="/_server-islands/"]'))
		link.remove();
	for (const script of page.querySelectorAll('script[data-island-id]')) {
		const isStart = (node: Node) => node.nodeType === Node.COMMENT_NODE && node.nodeValue === islandStart;
		const before: ChildNode[] = [];
		for (let node = script.previousSibling; node && !isStart(node); node = node.previousSibling)
			before.push(node);
		const start = (before.at(-1) ?? script).previousSibling;
		if (!start) continue;
		for (const node of [start, ...before, script]) node.remove();
	}
}
