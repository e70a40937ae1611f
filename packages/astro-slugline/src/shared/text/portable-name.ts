/** True if every file system can have a file of this name, and no program takes it for anything else. */
export function isPortableName(name: string): boolean {
	const isWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
	const isOdd = /^[._]|[\\/:*?"<>|\p{Cc}]|[. ]$|^ /u.test(name) || name !== name.normalize('NFC');
	return (
		name !== '' && !isWindows && !isOdd && Buffer.byteLength(name) <= 200 && !/\p{Surrogate}/u.test(name)
	);
}
