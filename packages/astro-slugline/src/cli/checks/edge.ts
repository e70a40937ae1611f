import type { Access } from './access.js';
import { type Finding, good, open, words } from './finding.js';

/** An edge location keeps what it knows of the space for 2 seconds, so what differs is looked at again after this time. */
const secondLookMs = 2500;

/**
 * Does the edge serve the space as it is? With a Minimum Cache TTL on the token it serves snapshots in steps of that length. Their
 * numbers are other than the versions of the space, which is how such a token is recognized.
 */
export async function checkEdge({ client, space }: Access): Promise<Finding[]> {
	// Nothing is in front of the embedded space.
	if (space.version_is_hash) return [];
	try {
		for (let look = 1; ; look += 1) {
			const { cv } = await client.stories.page({ version: 'published', perPage: 1 });
			const { version } = await client.currentSpace();
			if (cv === null) return [];
			if (cv === version) return [good('Edge', 'It serves the space as it is.')];
			if (look < 2) await new Promise((resolve) => setTimeout(resolve, secondLookMs));
			else return [lagging(cv, version)];
		}
	} catch (error) {
		return [open('Edge', `It could not be looked at. ${words(error)}`, 'Try again.')];
	}
}

const lagging = (cv: number, version: number): Finding =>
	open(
		'Edge',
		`It serves the snapshot cv ${cv}, and the space is at version ${version}: the token has a Minimum Cache TTL. What is published shows on the site only when the next snapshot begins; until then builds take the last one, and ask again.`,
		'Nothing, if that is meant. Else set the Minimum Cache TTL of the token to 0, in the settings of the space.',
	);
