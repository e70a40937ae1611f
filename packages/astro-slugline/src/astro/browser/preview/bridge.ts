import type { FromEditor, ToEditor } from '../../../preview/index.js';

/**
 * The messages between a page and the editor that frames it. It listens only to the editor: messages are accepted from the window that frames the page, if its origin is that of an editor.
 *
 * @param editors their origins
 */
export function createBridge(editors: readonly string[], receive: (message: FromEditor) => void) {
	const take = ({ source, origin, data }: MessageEvent) => {
		if (source !== window.parent || !editors.includes(origin)) return;
		if (typeof data === 'object' && data !== null && typeof data.action === 'string') receive(data);
	};
	const target = framedBy(editors);
	return {
		send(message: ToEditor): void {
			if (target) window.parent.postMessage(message, target);
		},
		/** Begins to receive. @param early messages that were sent before, in their order */
		listen(early: readonly MessageEvent[]): void {
			for (const message of early) take(message);
			addEventListener('message', take);
		},
	};
}

/** The origin of the window around the page, if it is an editor's. */
function framedBy(editors: readonly string[]): string | undefined {
	const { ancestorOrigins } = location as { ancestorOrigins?: ArrayLike<string> };
	const referrer = URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
	const ancestor = ancestorOrigins?.[0] ?? referrer;
	// If the browser does not name the origin, messages are sent to the first editor only.
	return ancestor === undefined ? editors[0] : editors.find((editor) => editor === ancestor);
}
