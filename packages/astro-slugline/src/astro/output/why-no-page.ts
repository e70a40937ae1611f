import { uuidForm } from 'astro-keep/shared/text/printable';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { globMatcher } from '../../shared/text/glob.js';
import type { Connection } from '../session/index.js';

/** Why a story that is linked to has no page; undefined if that is not known. */
export function whyNoPage(all: readonly Pick<Connection, 'latest'>[], uuid: string): string | undefined {
	const spaces = all.flatMap(({ latest }) => latest() ?? []);
	const link = spaces.flatMap(({ space }) => space.links).find((one) => one.uuid === uuid);
	const [file] = spaces.flatMap(({ files }) => files?.fileOf(uuid, 'default') ?? []);
	if (link?.published) return `\`routes\` excludes ${file ?? 'it'}`;
	if (link ?? file) return `${file ?? 'it'} is not published`;
	if (spaces.length < all.length) return undefined;
	const isComplete = spaces.every(({ space, files }) => files || space.version === 'draft');
	return isComplete ? 'no story has this uuid' : 'it is not published, or it was deleted';
}

/**
 * The story that `routes.exclude` leaves out, with the glob of the option; undefined for any other.
 *
 * @param story its uuid, or its full slug
 */
export function excludedStory(
	all: readonly Pick<Connection, 'latest' | 'options'>[],
	story: string,
): string | undefined {
	for (const { latest, options } of all) {
		const { space, files } = latest() ?? {};
		// Most links have no uuid, and a large space has many links.
		const link = uuidForm.test(story) ? space?.links.find(({ uuid }) => uuid === story) : undefined;
		const slug = trimSlashes(link?.slug ?? story);
		const glob = options.routes.exclude?.find((one) => globMatcher(trimSlashes(one))(slug));
		if (glob === undefined) continue;
		const { uuid = '' } = link ?? space?.links.find((one) => trimSlashes(one.slug) === slug) ?? {};
		return `${files?.fileOf(uuid, 'default') ?? `\`${slug}\``} by \`${glob}\``;
	}
	return undefined;
}
