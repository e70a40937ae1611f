import type { AskAgain } from '../../shared/api/ask-again.js';
import { askAgain, type RebuildEvent } from '../model/event.js';

/** What a target passes to the build that it starts. */
export interface BuildPayload {
	triggers: string[];
	/** The version of the space, which is no `cv`; null if the service was not asked. */
	spaceVersion: number | null;
	/** What the sync must fetch again. */
	askAgain: AskAgain;
}

/** Limit of characters, so that the names fit into an environment variable and into GitHub's 64 KB. */
const maxCharacters = 30_000;

/** The event as it is sent to a build elsewhere. If its names do not fit, it names nothing and asks for everything. */
export function payloadOf(event: RebuildEvent): BuildPayload {
	const again = askAgain(event);
	const fits = JSON.stringify(again).length <= maxCharacters;
	return {
		triggers: event.triggers,
		spaceVersion: event.spaceVersion,
		askAgain: fits ? again : { stories: [], slugs: [], datasources: [], everything: true },
	};
}
