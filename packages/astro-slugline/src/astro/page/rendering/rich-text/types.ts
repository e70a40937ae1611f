/** A node of rich text, as the API returns it. Invalid properties are treated as missing. */
export interface RichTextNode {
	/** `doc`, `paragraph`, `heading`, `text`, `blok`, … */
	type: string;
	attrs?: Record<string, unknown> | null | undefined;
	content?: readonly RichTextNode[] | null | undefined;
	marks?: readonly RichTextMark[] | null | undefined;
	text?: string | undefined;
}

/** A mark of a text: `bold`, `link`, … */
export interface RichTextMark {
	type: string;
	attrs?: Record<string, unknown> | null | undefined;
}

/** The prop `doc` of `<RichText>`: a document, one or more of its nodes, or an empty field. */
export type RichTextField = RichTextNode | readonly RichTextNode[] | string | null | undefined;

/** The HTML element of a node or mark. All its attributes are safe. */
export interface RichTextElement {
	tag: string;
	attributes: Record<string, string | undefined>;
}

/**
 * The props of a component for a node or mark, besides the props that you pass to `<RichText>`. The content is in the default
 * slot.
 *
 * @example
 * const { tag: Tag, attributes } = Astro.props;
 * <Tag {...attributes} class="mine"><slot /></Tag>
 */
export interface RichTextProps extends Partial<RichTextElement> {
	/** The node, for the component of a node. Its values come from editors and are not checked. */
	node?: RichTextNode;
	/** The mark, for the component of a mark. */
	mark?: RichTextMark;
	[prop: string]: unknown;
}

/** Components by the type of a node or mark: `{ heading: MyHeading, link: MyLink }`. */
export type RichTextComponents = Record<string, (props: RichTextProps) => unknown>;

/** A piece of rendered rich text: safe HTML, or something that Astro renders. */
export type RichTextPart =
	| string
	| { kind: 'bloks'; bloks: unknown }
	| { kind: 'code'; code: string; language: string | undefined }
	| {
			kind: 'component';
			component: (props: RichTextProps) => unknown;
			props: RichTextProps;
			children: RichTextPart[];
	  };
