/** What a sync must fetch again, even if the cache version has not changed. */
export interface AskAgain {
	/** Numeric ids of stories. */
	stories: number[];
	/** Full slugs of stories. */
	slugs: string[];
	/** Slugs of datasources. */
	datasources: string[];
	/** Everything, because the change does not name what it affects. */
	everything: boolean;
}

/**
 * The environment variable in which the rebuild hook passes an {@link AskAgain}, as JSON, to the build that
 * it starts.
 */
export const askAgainVariable = 'SLUGLINE_ASK_AGAIN';
