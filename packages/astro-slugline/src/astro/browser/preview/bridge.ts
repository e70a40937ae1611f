import type { FromEditor, ToEditor } from '../../../preview/index.js';

/** The messages between a page and the editor that frames it. */
export interface Bridge {
	send(message: ToEditor): void;
	/**
	 * Begins to receive.
	 *
	 * @param early what was sent before, in its order
	 */
	listen(early: readonly MessageEvent[]): void;
}

/**
 * Listens to the editor, and to nobody else: messages count if they come from the window around the page, and that is one of
 * the editors.
 *
 * @param editors their origins
 */
export function createBridge(editors: readonly string[], receive: (message: FromEditor) => void): Bridge {
	const take = ({ source, origin, data }: MessageEvent) => {
		if (source !== window.parent || !editors.includes(origin)) return;
		if (typeof data === 'object' && data !== null && typeof data.action === 'string') receive(data);
	};
	const target = framedBy(editors);
	return {
		send(message) {
			if (target) window.parent.postMessage(message, target);
		},
		listen(early) {
			for (const message of early) take(message);
			addEventListener('message', take);
		},
	};
}

/** The origin of the window around the page, if it is an editor's. */
function framedBy(editors: readonly string[]): string | undefined {
	const { ancestorOrigins } = location as { ancestorOrigins?: ArrayLike<string> };
	const referrer = URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
	const known = ancestorOrigins?.[0] ?? referrer;
	// A browser that says nothing sends to nobody else than the first editor.
	return known === undefined ? editors[0] : editors.find((editor) => editor === known);
}
