import { AstroError } from 'astro/errors';
import { escapeHtml } from '../../../../shared/text/escape-html.js';
import type { RichTextElement, RichTextPart, RichTextProps } from './types.js';

interface Frame {
	parts: RichTextPart[];
	html: string;
}

function startTag({ tag, attributes }: RichTextElement): string {
	let html = `<${tag}`;
	for (const [name, value] of Object.entries(attributes))
		if (value !== undefined) html += ` ${name}="${escapeHtml(value)}"`;
	return `${html}>`;
}

/** Elements without content and end tag. */
const voids = new Set(['br', 'hr', 'img', 'input']);

/** Maximum nesting of components: deeper than any person writes, and not deep enough to overflow the stack. */
const maxDepth = 1000;

function takeParts(frame: Frame): RichTextPart[] {
	if (frame.html !== '') frame.parts.push(frame.html);
	frame.html = '';
	return frame.parts;
}

/** Creates a writer that joins HTML into long strings, and collects the content of components. */
export function createWriter() {
	const frames: Frame[] = [];
	let frame: Frame = { parts: [], html: '' };
	return {
		/** Writes safe HTML. */
		html(html: string): void {
			frame.html += html;
		},
		part(part: RichTextPart): void {
			takeParts(frame).push(part);
		},
		/** Begins an element, and returns a function that ends it. */
		element(element: RichTextElement): () => void {
			frame.html += startTag(element);
			return () => {
				if (!voids.has(element.tag)) frame.html += `</${element.tag}>`;
			};
		},
		/**
		 * Begins a component, and returns a function that ends it.
		 *
		 * @throws {AstroError} if components are nested more than 1,000 levels deep
		 */
		component(component: (props: RichTextProps) => unknown, props: RichTextProps): () => void {
			if (frames.push(frame) > maxDepth) {
				throw new AstroError(
					`Components in rich text are nested more than ${maxDepth} levels deep.`,
					'Check the field in the editor. Text this deep is usually damaged, or was written by a program.',
				);
			}
			frame = { parts: [], html: '' };
			return () => {
				const children = takeParts(frame);
				frame = frames.pop() ?? frame;
				takeParts(frame).push({ kind: 'component', component, props, children });
			};
		},
		end: (): RichTextPart[] => takeParts(frame),
	};
}

export type Writer = ReturnType<typeof createWriter>;
