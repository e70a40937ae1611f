/** True if every file system can have a file of this name, and no program takes it for anything else. */
export function isPortableName(name: string): boolean {
	const isWindows = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i.test(name);
	const isOdd = /^[._]|[\\/:*?"<>|\p{Cc}]|[. ]$|^ /u.test(name) || name !== name.normalize('NFC');
	return (
		name !== '' && !isWindows && !isOdd && Buffer.byteLength(name) <= 200 && !/\p{Surrogate}/u.test(name)
	);
}

/** True if a portable name also stands in an address as it is: nothing in it ends the path, or hides or reorders letters. */
export const isSegmentName = (name: string): boolean =>
	isPortableName(name) && !/[#%\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name) && !isServerFile(name);

/** Files that hosts read as rules at the top of a site, and that web servers read in any folder. */
const serverFiles =
	/^_(?:headers|redirects|routes\.json|worker\.js)$|(?:^|\/)(?:\.ht[^/]*|web\.config|\.user\.ini)$/i;

/** True if a path of the site is that of a file that its server needs. */
export const isServerFile = (path: string): boolean => serverFiles.test(path);
