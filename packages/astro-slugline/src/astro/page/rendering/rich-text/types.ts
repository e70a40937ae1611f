/** A node of rich text, as the service has it. Whatever is not as it should be is read as absent. */
export interface RichTextNode {
	/** `doc`, `paragraph`, `heading`, `text`, `blok`, … */
	type: string;
	attrs?: Record<string, unknown> | null | undefined;
	content?: readonly RichTextNode[] | null | undefined;
	marks?: readonly RichTextMark[] | null | undefined;
	text?: string | undefined;
}

/** What is true of a text: `bold`, `link`, … */
export interface RichTextMark {
	type: string;
	attrs?: Record<string, unknown> | null | undefined;
}

/** What `<RichText>` takes: a document, a node or list of nodes of one, or a field that may be empty. */
export type RichTextField = RichTextNode | readonly RichTextNode[] | string | null | undefined;

/** The HTML element of a node or mark. All its attributes are safe. */
export interface RichTextElement {
	tag: string;
	attributes: Record<string, string | undefined>;
}

/**
 * What a component of yours for a node or mark gets, beside what you give `<RichText>`. Its content comes as the default slot.
 *
 * @example
 * const { tag: Tag, attributes } = Astro.props;
 * <Tag {...attributes} class="mine"><slot /></Tag>
 */
export interface RichTextProps extends Partial<RichTextElement> {
	/** The node, for the component of a node. What editors wrote, unchecked. */
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
