import type { LoaderContext } from 'astro/loaders';

/** The warnings of one collection. Each begins with its name. */
export interface CollectionWarnings {
	warn(sentences: readonly string[]): void;
	/** Logs warnings, and stores them for builds in which the collection is unchanged. */
	remember(sentences: readonly string[]): void;
	/** Repeats and returns the stored warnings, which still apply because the collection is unchanged. */
	repeat(): string[];
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
		repeat() {
			const sentences: string[] = JSON.parse(meta.get('warnings') ?? '[]');
			warn(sentences);
			return sentences;
		},
	};
}
