/** The content of the virtual module of the service, for pages that are rendered on a server. */
export interface ServiceModule {
	/** Origin of the delivery API, without a slash at the end; undefined for a site that is built from a folder. */
	baseUrl?: string | undefined;
}
