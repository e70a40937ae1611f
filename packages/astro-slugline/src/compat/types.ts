/** A blok, under the name that the vendor's integration gives its type. */
export interface SbBlokData {
	_uid?: string;
	component?: string;
	_editable?: string;
	// biome-ignore lint/suspicious/noExplicitAny: the vendor's type lets components read any field
	[field: string]: any;
}
