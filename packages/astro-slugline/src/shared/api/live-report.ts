/** The `action` in the signed call by which a server with live pages is asked for its report. */
export const liveReportAction = 'slugline.report';

/** What a server with live pages says of itself. It contains no token. */
export interface LiveReport {
	/** The space that its token opens; null if it cannot read one. */
	space: { id: number; name: string } | null;
	/** Why it cannot read the space, or its cache cannot be purged. */
	problem: string | null;
	/** False if the service serves it a snapshot that is older than the space. */
	isCurrent: boolean;
	/** The name of its cache provider. */
	cache: string | null;
}
