import { isEditingTrigger, type Trigger, triggers } from '../../wire/index.js';
import { RebuildError } from '../model/rebuild-error.js';

/** A trigger, or a family of them. */
export type Action = Trigger | `${string}.*`;

/**
 * The triggers that can change a build of published content. Not among them: new assets, which no story refers to yet, users,
 * and workflow stages.
 */
export const defaultActions: readonly Trigger[] = [
	'story.published',
	'story.unpublished',
	'story.deleted',
	'story.moved',
	'datasource.entries_updated',
	'asset.replaced',
	'asset.deleted',
	'asset.restored',
	'pipeline.deployed',
	'release.merged',
];

/**
 * The triggers that these actions select; `story.*` selects a family.
 *
 * @throws {RebuildError} if an action selects none
 */
export function chosenTriggers(actions: readonly string[]): ReadonlySet<Trigger> {
	const chosen = new Set<Trigger>();
	for (const action of actions) {
		const family = action.endsWith('.*') ? action.slice(0, -1) : null;
		const matching = triggers.filter((trigger) => (family ? trigger.startsWith(family) : trigger === action));
		if (matching.length === 0) {
			const problem = isEditingTrigger(action.replace(/\*$/, 'created'))
				? 'cannot start a build, because it is about work among editors that no site shows. Calls about it are accepted and ignored'
				: 'is not a trigger of the service';
			throw new RebuildError(
				`\`${action}\` ${problem}. Choose from ${triggers.join(', ')}, or a family such as story.*.`,
			);
		}
		for (const trigger of matching) chosen.add(trigger);
	}
	return chosen;
}
