/** The uuid of a story. */
export type Uuid = string;

/** An asset field. One without a file has `id: null` and an empty or no `filename`. */
export type AssetField = {
	/** Absent from the members of a field of several assets. */
	fieldtype?: 'asset';
	id?: number | string | null;
	/** Address of the file; old content may have `//host/…`. */
	filename?: string | null;
	alt?: string | null;
	name?: string | null;
	focus?: string | null;
	title?: string | null;
	source?: string | null;
	copyright?: string | null;
	meta_data?: Record<string, unknown> | null;
	is_private?: boolean | '' | null;
	is_external_url?: boolean | null;
};

/** A link field. Where it leads is for `href()` and `<StoryLink>` to say. */
export type LinkField = {
	fieldtype: 'multilink';
	linktype?: string | null;
	/** Uuid of the story, where `linktype` is `story`; else empty. */
	id?: string | null;
	url?: string | null;
	cached_url?: string | null;
	email?: string | null;
	anchor?: string | null;
	target?: string | null;
	rel?: string | null;
	title?: string | null;
};

/** A node of rich text. */
export type RichTextNode = {
	type: string;
	text?: string;
	attrs?: Record<string, unknown> | null;
	marks?: { type: string; attrs?: Record<string, unknown> | null }[] | null;
	content?: RichTextNode[] | null;
};

/** A rich-text field. */
export type RichTextField = { type: 'doc'; content?: RichTextNode[] | null };

/** The field of the SEO plugin. */
export type SeoField = {
	plugin: string;
	_uid?: string;
	title?: string;
	description?: string;
	og_title?: string;
	og_description?: string;
	og_image?: string;
	twitter_title?: string;
	twitter_description?: string;
	twitter_image?: string;
};

/** The field of another plugin that says which one it is. */
export type PluginField = { plugin: string; [field: string]: unknown };

/** A table field. */
export type TableField = {
	thead: { value?: string; [field: string]: unknown }[];
	tbody: { body?: { value?: string; [field: string]: unknown }[]; [field: string]: unknown }[];
};
