/** Where the service is, as pages that are rendered on a server are told. */
export interface ServiceModule {
	/** Scheme and host, without a slash at the end; undefined for a site that is built from a folder. */
	baseUrl?: string | undefined;
}
