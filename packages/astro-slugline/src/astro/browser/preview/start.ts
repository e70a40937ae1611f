import { bridgeConfig, type PreviewSettings } from '../../../preview/index.js';
import type { Recording } from '../patch/places.js';
import { createBridge } from './bridge.js';
import { type Following, receive, update, visit } from './follow.js';
import { followLinks } from './links.js';
import { createMarks } from './marks.js';
import { takeCarried } from './reload.js';
import { createAsk } from './server.js';

/** What the first script of the page passes to the client. */
interface Given {
	settings: PreviewSettings;
	recording: Recording;
	/** The browser's `fetch`, from before scripts of the page could replace it. */
	send: typeof fetch;
	/** Returns the editor's messages so far, and stops collecting them. */
	takeEarly(): readonly MessageEvent[];
}

/** Connects the page with the editor that frames it. */
export function startPreview({ settings, recording, send, takeEarly }: Given) {
	const marks = createMarks((message) => bridge.send(message));
	const bridge = createBridge(settings.editors, (message) => receive(page, message));
	const carried = takeCarried(settings);
	const page: Following = {
		...{ settings, recording, marks, ask: createAsk(settings, send) },
		...{ story: carried?.story, patch: undefined, leavingFor: undefined },
		...{ next: undefined, isBusy: false, failures: 0, wake() {} },
	};
	followLinks({ settings, marks, visit: (path) => visit(page, path) });
	if (carried) scrollTo({ top: carried.top });
	bridge.send({ action: 'initialized', config: bridgeConfig });
	bridge.send({ action: 'ping' });
	bridge.listen(takeEarly());
	if (!settings.isMissing) update(page, 'render');
	/** Updates the page to its current state, in place of the reloads of the dev server. */
	return { renew: () => update(page, 'render') };
}
