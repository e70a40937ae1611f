import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import type { EditedSource } from './edited-source.js';

/** An attribute of an element, and its expression. */
interface Attribute {
	node: Node;
	/** The expression; undefined for a string, and for an attribute without a value. */
	expression: Node | undefined;
}

/** The name of an attribute or element: `src`, `set:html`. */
const nameIn = (value: unknown): string => {
	if (!isNode(value)) return '';
	const { namespace, name } = value;
	return isNode(namespace) ? `${nameOf(namespace)}:${nameOf(name)}` : nameOf(value);
};

const elementName = (element: Node): string =>
	isNode(element['openingElement']) ? nameIn(element['openingElement']['name']) : '';

export function attributeOf(element: Node, name: string): Attribute | undefined {
	const opening = element['openingElement'];
	const node = isNode(opening)
		? listOf(opening['attributes']).find((one) => one.type === 'JSXAttribute' && nameIn(one['name']) === name)
		: undefined;
	if (!node) return undefined;
	const { value } = node;
	const isExpression =
		isNode(value) && value.type === 'JSXExpressionContainer' && isNode(value['expression']);
	return { node, expression: isExpression ? (value['expression'] as Node) : undefined };
}

const isEmpty = (element: Node): boolean =>
	listOf(element['children']).every(
		(child) => child.type === 'JSXText' && /^\s*$/.test(String(child['value'])),
	);

/** An expression without the node that the parser puts around chains of `?.`. */
const unwrapped = (node: Node): Node =>
	node.type === 'ChainExpression' && isNode(node['expression']) ? node['expression'] : node;

/**
 * Replaces `set:html` with `<RichText>`: a `<Fragment>` is replaced entirely, any other element gets it as its content.
 *
 * @param doc source of the expression for the rich text
 * @returns false if the element already has content
 */
export function putRichText(source: EditedSource, element: Node, doc: string): boolean {
	const html = attributeOf(element, 'set:html');
	if (!html || !isEmpty(element)) return false;
	const { edits, text: original } = source;
	const local = source.want('astro-slugline/components/RichText.astro', 'default', { local: 'RichText' });
	const text = `<${local} doc={${doc}} />`;
	const name = elementName(element);
	const opening = element['openingElement'] as Node;
	if (name === 'Fragment') {
		source.replace(element, text);
		return true;
	}
	edits.remove(original.slice(0, html.node.start).trimEnd().length, html.node.end);
	if (opening['selfClosing'] === true) {
		const slash = original.lastIndexOf('/', opening.end);
		edits.overwrite(original.slice(0, slash).trimEnd().length, opening.end, `>${text}</${name}>`);
	} else edits.appendLeft(opening.end, text);
	return true;
}

/** Replaces an `<img>` of an asset with `<StoryImage>`; returns false if its form is not supported. */
function putImage(source: EditedSource, element: Node): boolean {
	const src = attributeOf(element, 'src');
	const opening = element['openingElement'];
	// Sizes of its own stay as they are.
	if (!src?.expression || !isNode(opening) || attributeOf(element, 'srcset')) return false;
	const { asset, width, height } = assetIn(source, src.expression) ?? {};
	if (asset === undefined) return false;
	const local = source.want('astro-slugline/components/StoryImage.astro', 'default', { local: 'StoryImage' });
	source.replace(opening['name'] as Node, local);
	const sizes = [
		...(width && !attributeOf(element, 'width') ? [`width={${width}}`] : []),
		...(height && !attributeOf(element, 'height') ? [`height={${height}}`] : []),
	];
	if (!source.textOf(opening).endsWith('/>')) source.edits.appendLeft(opening.end - 1, ' /');
	source.replace(src.node, [`asset={${asset}}`, ...sizes].join(' '));
	for (const name of ['width', 'height']) {
		const value = attributeOf(element, name)?.node['value'];
		if (!isNode(value) || value.type === 'JSXExpressionContainer') continue;
		if (/^\d+$/.test(String(value['value']))) source.replace(value, `{${value['value']}}`);
		else source.leave(value, `\`${name}\` of <StoryImage> is a number of pixels: move it into \`style\``);
	}
	return true;
}

/** The asset whose URL an expression is, and the size that is requested from the image service. */
function assetIn(
	source: EditedSource,
	given: Node,
): { asset: string; width?: number; height?: number } | undefined {
	const expression = unwrapped(given);
	if (expression.type === 'MemberExpression' && nameOf(expression['property']) === 'filename')
		return { asset: source.textOf(expression['object'] as Node) };
	if (expression.type !== 'TemplateLiteral') return undefined;
	const [address, ...more] = listOf(expression['expressions']);
	const found = address && more.length === 0 ? assetIn(source, address) : undefined;
	const [before, after] = listOf(expression['quasis']).map(({ value }) =>
		String((value as { raw?: string })?.raw),
	);
	const size = /^\/m(?:\/(\d+)x(\d+))?\/?$/.exec(after ?? '');
	if (!found || before !== '' || !size) return undefined;
	return { ...found, width: Number(size[1] ?? 0), height: Number(size[2] ?? 0) };
}

/** A link field whose path a component puts into an `href`. */
interface LinkInHref {
	field: string;
	/** The expression that stands for a link that leads nowhere. */
	otherwise?: string | undefined;
}

/**
 * The link field in an `href` that is made of its `cached_url`: as it is, after a slash, or with alternatives. Its `url` as an
 * alternative is part of what `href()` returns.
 */
function linkIn(source: EditedSource, given: Node): LinkInHref | undefined {
	const [first, ...others] = alternativesOf(given);
	const field = first && fieldIn(source, first);
	if (field === undefined) return undefined;
	const [own, ...rest] = others;
	const left = own && isUrlOf(source, own, field) ? rest : others;
	if (left.length > 1) return undefined;
	const [otherwise] = left;
	return { field, otherwise: otherwise && source.textOf(otherwise) };
}

/** The operands of `a || b || c`, or of `a ?? b`. */
function alternativesOf(given: Node): Node[] {
	const expression = unwrapped(given);
	const { left, right, operator } = expression;
	if (expression.type !== 'LogicalExpression' || operator === '&&' || !isNode(left) || !isNode(right))
		return [expression];
	return [...alternativesOf(left), ...alternativesOf(right)];
}

const isUrlOf = (source: EditedSource, given: Node, field: string): boolean => {
	const expression = unwrapped(given);
	return (
		expression.type === 'MemberExpression' &&
		nameOf(expression['property']) === 'url' &&
		source.textOf(expression['object'] as Node) === field
	);
};

function fieldIn(source: EditedSource, given: Node): string | undefined {
	const expression = unwrapped(given);
	if (expression.type === 'MemberExpression' && nameOf(expression['property']) === 'cached_url')
		return source.textOf(expression['object'] as Node);
	const { left, right, operator } = expression;
	if (expression.type === 'BinaryExpression' && operator === '+' && isNode(left) && isNode(right))
		return left['value'] === '/' ? fieldIn(source, right) : undefined;
	if (expression.type !== 'TemplateLiteral') return undefined;
	const [address, ...more] = listOf(expression['expressions']);
	const quasis = listOf(expression['quasis']).map(({ value }) => String((value as { raw?: string })?.raw));
	if (!address || more.length > 0 || !/^\/?$/.test(quasis[0] ?? '') || !/^\/?$/.test(quasis[1] ?? ''))
		return undefined;
	return fieldIn(source, address);
}

/**
 * Replaces images of assets, and links that use a stored URL, in the markup of a component.
 *
 * @returns the attributes of these links
 */
export function migrateMarkup(source: EditedSource): Set<Node> {
	const done = new Set<Node>();
	source.walk((node) => {
		if (node.type !== 'JSXElement') return;
		const src = elementName(node) === 'img' ? attributeOf(node, 'src') : undefined;
		if (src?.expression && /\.filename\b/.test(source.textOf(src.expression))) {
			if (!putImage(source, node))
				source.leave(node, '`<img>` with a URL that is not recognized: try <StoryImage asset={…}>');
		}
		const href = attributeOf(node, 'href');
		const link = href?.expression && linkIn(source, href.expression);
		if (href?.expression && link !== undefined) {
			const local = source.want('astro-slugline/paths', 'href', {
				// Attributes are no variables.
				local: source.uses('href').some(({ node }) => node.type === 'Identifier') ? 'hrefOf' : 'href',
			});
			const otherwise = link.otherwise === undefined ? '' : ` ?? ${link.otherwise}`;
			const call = `${local}(${link.field}, { from: Astro.url })${otherwise}`;
			source.replace(href.expression, call);
			done.add(href.node);
		}
	});
	return done;
}

/** Reports uses of a stored URL. */
export function noteStoredUrls(source: EditedSource, done: ReadonlySet<Node>): void {
	// Tests and types use no link.
	if (/(?:^|[/.])(?:test|tests|__tests__|spec|d)[/.]/.test(source.path)) return;
	for (const { node, parent, above } of source.uses('cached_url'))
		if (
			node.type === 'Identifier' &&
			parent.type !== 'TSPropertySignature' &&
			!above.some((one) => done.has(one))
		)
			source.leave(node, '`cached_url` is the path at the time the link was saved: use href(link)');
}
