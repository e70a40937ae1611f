/** Makes scripts of new HTML run in the page. */
export interface Scripts {
	/**
	 * A copy of a script that can run. Scripts from a parsed document never run; modules and files run only once.
	 *
	 * @returns undefined if it must not run again
	 */
	runnable(node: Element): Node | undefined;
}

/** @param server the page as the server sent it, with the scripts that have run */
export function createScripts(server: Document, live: Document): Scripts {
	const ran = new Set([...server.querySelectorAll('script')].map(({ outerHTML }) => outerHTML));
	return {
		runnable(node) {
			const isOnce = node.hasAttribute('src') || node.getAttribute('type') === 'module';
			if (isOnce && ran.has(node.outerHTML)) return undefined;
			ran.add(node.outerHTML);
			const script = live.createElement('script');
			for (const attribute of node.attributes) script.setAttributeNodeNS(live.importNode(attribute) as Attr);
			script.textContent = node.textContent;
			return script;
		},
	};
}
