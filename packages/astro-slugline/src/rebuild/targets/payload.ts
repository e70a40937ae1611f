import type { AskAgain } from '../../shared/ask-again.js';
import { askAgain, type RebuildEvent } from '../event.js';

/** What a target tells the build that it starts. */
export interface BuildPayload {
	triggers: string[];
	/** The version of the space, which is no `cv`; null if the service was not asked. */
	spaceVersion: number | null;
	/** What the sync must ask for again. */
	askAgain: AskAgain;
}

/** Most characters of the names, so that they fit into an environment variable and into GitHub's 64 KB. */
const mostCharacters = 30_000;

/** The event as a build elsewhere gets it. Where it names more than fits, it names nothing and asks for everything. */
export function payloadOf(event: RebuildEvent): BuildPayload {
	const again = askAgain(event);
	const fits = JSON.stringify(again).length <= mostCharacters;
	return {
		triggers: event.triggers,
		spaceVersion: event.spaceVersion,
		askAgain: fits ? again : { stories: [], slugs: [], datasources: [], everything: true },
	};
}
