/** Returns a copy of a script that can run in the page; undefined if it must not run again. */
export type RunnableScript = (script: Element) => Node | undefined;

/**
 * Makes scripts of new HTML run in the page. Scripts from a parsed document never run; modules and files run only once. A policy that
 * trusts the files that scripts load would trust any copy, so that files need the nonce that they would need in the page.
 *
 * @param server the page as the server sent it, with the scripts that have run
 * @param isStrict true if a policy of the live page trusts every file that a script loads
 */
export function createScripts(server: Document, live: Document, isStrict: boolean): RunnableScript {
	const ran = new Set([...server.querySelectorAll('script')].map(({ outerHTML }) => outerHTML));
	return (node) => {
		const isOnce = node.hasAttribute('src') || node.getAttribute('type') === 'module';
		if (isOnce && ran.has(node.outerHTML)) return undefined;
		if (isStrict && node.hasAttribute('src') && !node.hasAttribute('nonce')) return undefined;
		ran.add(node.outerHTML);
		const script = live.createElement('script');
		for (const attribute of node.attributes) script.setAttributeNodeNS(live.importNode(attribute) as Attr);
		script.textContent = node.textContent;
		return script;
	};
}
