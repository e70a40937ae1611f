declare const reference: unique symbol;

/** The uuid of a story. Any string may stand for one; the mark tells `Resolved` which fields are relations. */
export type Uuid = string & { toString(): string; readonly [reference]?: never };

/** An asset field. Without a file, `id` is null and `filename` empty or missing. */
export type AssetField = {
	_uid?: string;
	/** Missing in the members of a multi-asset field. */
	fieldtype?: 'asset';
	id?: number | string | null;
	/** Address of the file. Old content may contain `//host/…`. */
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

/** A link field. `href()` and `<StoryLink>` resolve it. */
export type LinkField = {
	_uid?: string;
	fieldtype: 'multilink';
	linktype?: string | null;
	/** Uuid of the story if `linktype` is `story`, otherwise empty. */
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

/** The SEO plugin's field. */
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

/** The field of any other plugin that stores its own name. */
export type PluginField = { plugin: string; [field: string]: unknown };

/** A table field. */
export type TableField = {
	_uid?: string;
	fieldtype?: 'table';
	thead: { value?: string; [field: string]: unknown }[];
	tbody: { body?: { value?: string; [field: string]: unknown }[]; [field: string]: unknown }[];
};
