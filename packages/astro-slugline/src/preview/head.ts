import { type DefaultTreeAdapterTypes, defaultTreeAdapter, Parser } from 'parse5';
import { Refusal } from '../shared/http/page-request.js';
import type { Range } from '../shared/text/replace-ranges.js';

/** What a page has before its first visible element, as a browser's parser sees it. */
export interface Head {
	/** Where a tag becomes the first child of the head. */
	start: number;
	/** The policies of the `<meta>` elements that take effect, each with the range of its attribute. */
	policies: (Range & { value: string })[];
	/** The scripts, with their elements' ranges. */
	scripts: (Range & { src: string; text: string })[];
}

/** Elements that may come before the first visible one. */
const early = new Set(['html', 'head', 'body', 'noscript', 'script', 'style', 'template', 'title']);

/** How many elements may be open at once: as many as the trees of browsers are deep. */
const maxOpen = 512;

/**
 * Reads a page as far as its first visible element, so that its length and depth cost nothing.
 *
 * @throws {Refusal} if the elements of the head are nested too deep
 */
export function readHead(html: string): Head {
	const parser = new Parser({
		sourceCodeLocationInfo: true,
		treeAdapter: {
			...defaultTreeAdapter,
			onItemPush({ tagName }) {
				const { stackTop, tmplCount } = parser.openElements;
				if (tmplCount === 0 && !early.has(tagName)) parser.tokenizer.pause();
				if (stackTop > maxOpen)
					throw new Refusal(
						422,
						`This page has more than ${maxOpen} elements inside each other in its <head>, so preview cannot read it. Nest fewer.`,
					);
			},
		},
	});
	parser.tokenizer.write(html, true);
	const { childNodes } = parser.document;
	const doctype = childNodes.find((node) => node.nodeName === '#documentType');
	const root = childNodes.find(isElement);
	const [head, body] = ['head', 'body'].map((name) =>
		root?.childNodes.filter(isElement).find(({ tagName }) => tagName === name),
	);
	const inHead = head?.childNodes.filter(isElement) ?? [];
	const inBody = body?.childNodes.filter(isElement) ?? [];
	return {
		start: startTagEnd(head) ?? startTagEnd(root) ?? doctype?.sourceCodeLocation?.endOffset ?? 0,
		policies: inHead.flatMap(policyOf),
		scripts: [...inHead, ...inBody].flatMap(scriptOf),
	};
}

type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: DefaultTreeAdapterTypes.Node): node is Element => 'tagName' in node;

/** The end of an element's start tag; undefined for an element that the parser adds. */
const startTagEnd = (element: Element | undefined): number | undefined =>
	element?.sourceCodeLocation?.startTag?.endOffset;

const attributeOf = ({ attrs }: Element, name: string): string =>
	attrs.find((attribute) => attribute.name === name)?.value ?? '';

function policyOf(element: Element): Head['policies'] {
	const place = element.sourceCodeLocation?.attrs?.['content'];
	const isPolicy =
		element.tagName === 'meta' &&
		attributeOf(element, 'http-equiv').toLowerCase() === 'content-security-policy';
	return isPolicy && place
		? [{ value: attributeOf(element, 'content'), start: place.startOffset, end: place.endOffset }]
		: [];
}

function scriptOf(element: Element): Head['scripts'] {
	const {
		tagName,
		childNodes: [text],
		sourceCodeLocation: place,
	} = element;
	if (tagName !== 'script' || !place?.endTag) return [];
	return [
		{
			...{ src: attributeOf(element, 'src'), text: text && 'value' in text ? text.value : '' },
			...{ start: place.startOffset, end: place.endOffset },
		},
	];
}
