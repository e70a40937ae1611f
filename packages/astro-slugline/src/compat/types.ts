/** A blok, as components of the vendor's integration name it. */
export interface SbBlokData {
	_uid?: string;
	component?: string;
	_editable?: string;
	// biome-ignore lint/suspicious/noExplicitAny: the vendor's type lets components read any field
	[field: string]: any;
}
