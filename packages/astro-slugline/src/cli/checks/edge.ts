import type { Access } from './access.js';
import { type Finding, good, open, words } from './finding.js';

/** An edge location caches its view of the space for 2 seconds, so a difference is checked again after this time. */
export const secondLookMs = 2500;

/**
 * Checks whether the edge serves the current state of the space. For a token with a Minimum Cache TTL it
 * serves snapshots, which it replaces at that interval. Their numbers differ from the versions of the space,
 * which is how such a token is recognized.
 */
export async function checkEdge({ client, space }: Access): Promise<Finding[]> {
	// The embedded space has no edge.
	if (space.version_is_hash) return [];
	try {
		for (let look = 1; ; look += 1) {
			const { cv } = await client.stories.page({ version: 'published', perPage: 1 });
			const { version } = await client.currentSpace();
			if (cv === null) return [];
			if (cv === version) return [good('Edge', 'It serves the current state of the space.')];
			if (look < 2) await new Promise((resolve) => setTimeout(resolve, secondLookMs));
			else return [lagging(cv, version)];
		}
	} catch (error) {
		return [open('Edge', `It could not be checked. ${words(error)}`, 'Try again.')];
	}
}

const lagging = (cv: number, version: number): Finding =>
	open(
		'Edge',
		`It serves the snapshot cv ${cv}, but the space is at version ${version}: the token has a Minimum Cache TTL. Published changes reach the site only with the next snapshot, and live pages show nothing newer; until then builds use the last one and try again later.`,
		"Nothing, if this is intended. If not, set the token's Minimum Cache TTL to 0 in the space's settings.",
	);
