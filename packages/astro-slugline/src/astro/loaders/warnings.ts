import type { LoaderContext } from 'astro/loaders';

/** The warnings of one collection. Each begins with its name. */
export function collectionWarnings({ collection, logger, meta }: LoaderContext) {
	const warn = (sentences: readonly string[]) => {
		for (const sentence of sentences) logger.warn(`Collection \`${collection}\`: ${sentence}`);
	};
	return {
		warn,
		/** Logs warnings, and stores them for builds in which the collection is unchanged. */
		remember(sentences: readonly string[]): void {
			warn(sentences);
			if (sentences.length > 0) meta.set('warnings', JSON.stringify(sentences));
			else meta.delete('warnings');
		},
		/** Repeats and returns the stored warnings, which still apply because the collection is unchanged. */
		repeat(): string[] {
			const sentences: string[] = JSON.parse(meta.get('warnings') ?? '[]');
			warn(sentences);
			return sentences;
		},
	};
}
