import { AstroError } from 'astro/errors';
import { isVoid, startTag } from './html.js';
import type { RichTextElement, RichTextPart, RichTextProps } from './types.js';

interface Frame {
	parts: RichTextPart[];
	html: string;
}

/** How deep components may be nested; deeper than any person writes, and less than the stack bears. */
const deepest = 1000;

function takeParts(frame: Frame): RichTextPart[] {
	if (frame.html !== '') frame.parts.push(frame.html);
	frame.html = '';
	return frame.parts;
}

/** Puts parts together: HTML in long strings, components with what is in them. */
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
		/** Begins an element; what is returned ends it. */
		element(element: RichTextElement): () => void {
			frame.html += startTag(element);
			return () => {
				if (!isVoid(element.tag)) frame.html += `</${element.tag}>`;
			};
		},
		/**
		 * Begins a component; what is returned ends it.
		 *
		 * @throws {AstroError} in the 1,000th one inside of another
		 */
		component(component: (props: RichTextProps) => unknown, props: RichTextProps): () => void {
			if (frames.push(frame) > deepest) {
				throw new AstroError(
					`Rich text has components of yours nested more than ${deepest} levels deep.`,
					'Look at the field in the editor: such a text is broken, or was written by a program.',
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
