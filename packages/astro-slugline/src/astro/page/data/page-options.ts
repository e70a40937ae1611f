type Given = Readonly<{
	relations?: readonly string[] | undefined;
	dataAttributes: readonly string[];
}>;

/** What pages know of the options of slugline() in all spaces of a site: an option that reaches pages is a row here. */
export const pageOptions = (spaces: readonly Given[]) => ({
	/** Fields that are relations, as `<content type>.<field>`; empty if the options do not name them. */
	relations: spaces.flatMap(({ relations }) => relations ?? []),
	/** Names of `data-*` attributes that editors may set. */
	dataAttributes: spaces.flatMap(({ dataAttributes }) => dataAttributes),
});

export type PageOptions = ReturnType<typeof pageOptions>;
