import type { LoaderContext } from 'astro/loaders';

/** The warnings of one collection, which begin with its name. */
export interface CollectionWarnings {
	warn(sentences: readonly string[]): void;
	/** Warns, and once more in each build that finds the collection as it is now. */
	remember(sentences: readonly string[]): void;
	/** Repeats what was remembered: the collection holds the same, so that is still true. */
	repeat(): void;
}

export function collectionWarnings({ collection, logger, meta }: LoaderContext): CollectionWarnings {
	const warn = (sentences: readonly string[]) => {
		for (const sentence of sentences) logger.warn(`Collection \`${collection}\`: ${sentence}`);
	};
	return {
		warn,
		remember(sentences) {
			warn(sentences);
			if (sentences.length > 0) meta.set('warnings', JSON.stringify(sentences));
			else meta.delete('warnings');
		},
		repeat: () => warn(JSON.parse(meta.get('warnings') ?? '[]')),
	};
}
