/** The options of slugline() that pages use, as one space has them. */
interface GivenOptions {
	readonly relations?: readonly string[] | undefined;
	readonly dataAttributes: readonly string[];
}

/** What pages know of the options of all spaces of a site: an option that reaches pages is a row here. */
export const pageOptions = (spaces: readonly GivenOptions[]) => ({
	/** Fields that are relations, as `<content type>.<field>`; empty if the options do not name them. */
	relations: spaces.flatMap(({ relations }) => relations ?? []),
	/** Names of `data-*` attributes that editors may set. */
	dataAttributes: spaces.flatMap(({ dataAttributes }) => dataAttributes),
});

export type PageOptions = ReturnType<typeof pageOptions>;
