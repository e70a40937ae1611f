const files = import.meta.glob<string>('../../public/images/*.svg', {
	query: '?raw',
	import: 'default',
	eager: true,
});

/** The markup of a drawing that an asset names by its address, such as `/images/bollard.svg`; undefined for any other file. */
export function drawing(filename: string): string | undefined {
	return files[`../../public${filename}`];
}
