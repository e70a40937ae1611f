/** What a sync must ask for again although the cache version may say that nothing changed. */
export interface AskAgain {
	/** Numeric ids of stories. */
	stories: number[];
	/** Full slugs of stories. */
	slugs: string[];
	/** Slugs of datasources. */
	datasources: string[];
	/** Everything: what changed is not known by name. */
	everything: boolean;
}

/** The environment variable in which the rebuild hook hands an {@link AskAgain}, as JSON, to the build that it starts. */
export const askAgainVariable = 'SLUGLINE_ASK_AGAIN';
