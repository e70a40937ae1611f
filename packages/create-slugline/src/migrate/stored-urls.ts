import { type EditedSource, wordOf } from './edited-source.js';

/** Lists uses of a stored URL. Tests and types use no link. */
export function noteStoredUrls(source: EditedSource): void {
	if (/(?:^|[/.])(?:test|tests|__tests__|spec|d)[/.]/.test(source.path)) return;
	source.walk((node, above) => {
		if (wordOf(node) !== 'cached_url' || above.at(-1)?.type === 'TSPropertySignature') return;
		source.keepWorking(
			node,
			'`cached_url` is the path at the time the link was saved; href(link) follows a story that moves',
		);
	});
}
