/**
 * Extensions of files that may be copied into a site: those that neither browsers nor servers run.
 */
export const inertExtensions: ReadonlySet<string> = new Set(
	[
		'jpg jpeg png gif webp avif heic heif bmp ico tif tiff jxl',
		'mp3 m4a ogg oga opus wav flac aac mp4 m4v webm mov ogv avi mkv vtt srt',
		'pdf txt csv tsv json rtf ics vcf epub doc docx xls xlsx ppt pptx odt ods odp',
		'zip gz tgz 7z rar tar woff woff2 ttf otf',
	].flatMap((group) => group.split(' ')),
);
