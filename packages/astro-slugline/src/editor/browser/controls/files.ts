import type { EditorState } from '../../protocol.js';
import { ask as openDialog } from './dialog.js';
import { button, find, labelled, make, type Take } from './dom.js';
import { ask } from './requests.js';
import { slugOf } from './slug.js';
import { line } from './texts.js';

/** Limit of files that the dialog shows. Its search finds the others. */
const maxShown = 100;

const isImage = (address: string): boolean => /^\/.+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(address);

/** The address of a file. It can be chosen from those of the site, or dropped. */
export function file(name: string, value: string, { files }: EditorState, set: Take<string>): HTMLElement {
	const box = line(value, set);
	const take = (address: string) => {
		box.value = address;
		box.dispatchEvent(new Event('input'));
	};
	const field = labelled(name, box);
	const say = takeDropped(field, take, 1);
	if (files === undefined) {
		say('Type the address of a file: only the editor of `astro dev` knows the public folder of the site.');
		return field;
	}
	const shown = make('img', { alt: '' });
	const show = () => {
		shown.hidden = !isImage(box.value);
		if (!shown.hidden) shown.src = files + encodeURI(box.value);
	};
	box.addEventListener('input', show);
	show();
	const run = () => void choose(files, take).catch(({ message }: Error) => say(message));
	const pick = button('Choose a file', run, `Choose a file for ${name}`);
	box.after(make('div', { className: 'picked' }, shown, pick));
	return field;
}

/** Uploads files that are dropped on an element. @returns a function that says something below it */
export function takeDropped(element: HTMLElement, take: Take<string>, max?: number): Take<string> {
	const { say, uploadAll } = uploadsIn(element);
	element.addEventListener('dragover', (event) => event.preventDefault());
	element.addEventListener('drop', (event) => {
		const dropped = [...(event.dataTransfer?.files ?? [])].slice(0, max);
		if (dropped.length === 0 || event.defaultPrevented) return;
		event.preventDefault();
		void uploadAll(dropped, take);
	});
	return say;
}

/** Adds a note to an element, which says why a file cannot be uploaded. */
export function uploadsIn(element: HTMLElement) {
	const why = make('small', { className: 'note' });
	why.setAttribute('role', 'alert');
	element.append(why);
	const say = (message: string) => {
		why.textContent = message;
	};
	/** Uploads files one after the other, up to one that cannot be. */
	const uploadAll = async (chosen: readonly File[], take: Take<string>) => {
		say('');
		try {
			for (const one of chosen) {
				const address = await upload(one);
				if (element.isConnected) take(address);
				else
					find('status').textContent =
						`${address} is added, but the form has changed since. Choose it there.`;
			}
		} catch (error) {
			say(error instanceof Error ? error.message : String(error));
		}
	};
	return { say, uploadAll };
}

/** Shows the files of the site, to choose one of them or to add another one. */
async function choose(files: string, take: Take<string>): Promise<void> {
	const all = await ask<string[]>({ do: 'files' });
	const list = make('ul', { className: 'files' });
	const tile = (address: string) => {
		const image = make('img', { alt: '', loading: 'lazy' });
		if (isImage(address)) image.src = files + encodeURI(address);
		const choice = button(address, () => {
			find<HTMLDialogElement>('dialog').close();
			take(address);
		});
		choice.prepend(image);
		return make('li', {}, choice);
	};
	const show = (wanted: string) => {
		const found = all.filter((one) => one.toLowerCase().includes(wanted.toLowerCase()));
		const more = found.length > maxShown ? [`${found.length - maxShown} more: search for them`] : [];
		list.replaceChildren(...found.slice(0, maxShown).map(tile), ...more);
	};
	show('');
	const own = make('input', { type: 'file' });
	const add = async () => {
		const [chosen] = own.files ?? [];
		if (!chosen) throw new Error('Choose a file of your machine first, or one of those above.');
		take(await upload(chosen));
	};
	const fields = [labelled('Find a file', line('', show)), list, labelled('From your machine', own)];
	openDialog('Choose a file', fields, { Upload: add });
}

/** Adds a file to the site. @returns its address */
async function upload(chosen: File): Promise<string> {
	const [, name = chosen.name, extension = ''] = /^(.*)\.(\w+)$/s.exec(chosen.name) ?? [];
	const url = await new Promise<string>((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(new Error(`${chosen.name} cannot be read. Choose it again.`));
		reader.readAsDataURL(chosen);
	});
	const cleaned = `${slugOf(name).slice(0, 80) || 'file'}.${extension.toLowerCase()}`;
	return ask<string>({ do: 'upload', name: cleaned, data: url.replace(/^.*,/, '') });
}
