/**
 * Creates a test for text with a pattern in which `*` stands for any characters. Takes linear time, so that the pattern may come
 * from a stranger: a `RegExp` made from it could take exponential time.
 *
 * @example wildcardMatcher('blog/*o')('blog/de/hello') // true
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
	const [first = '', ...middle] = pattern.split('*');
	const last = middle.pop();
	if (last === undefined) return (text) => text === pattern;
	return (text) => {
		if (!text.startsWith(first)) return false;
		let from = first.length;
		for (const part of middle) {
			const at = text.indexOf(part, from);
			if (at === -1) return false;
			from = at + part.length;
		}
		return text.length - last.length >= from && text.endsWith(last);
	};
}

/**
 * Creates a test for paths with a glob, in which `*` stands for any characters within one segment, and `**` for any number of
 * segments. `blog/**` also matches `blog`. For each part of the glob, a path is read once.
 *
 * @example globMatcher('blog/**')('blog/hello') // true
 */
export function globMatcher(glob: string): (path: string) => boolean {
	const parts = glob.match(/\*\*\/|\/\*\*(?!\/)|\*\*?|[^*/]+|\//g) ?? [];
	return (path) => {
		let places: Places = new Set([0]);
		for (const part of parts) {
			places = endsOf(part, path, places);
			if (places.size === 0) return false;
		}
		return places.has(path.length);
	};
}

type Places = ReadonlySet<number>;

/** All places where a part may end that starts at one of the given ones. */
function endsOf(part: string, path: string, starts: Places): Places {
	if (part === '**/') return new Set([...starts, ...endsOf('/', path, endsOf('**', path, starts))]);
	if (part === '/**') return new Set([...starts, ...endsOf('**', path, endsOf('/', path, starts))]);
	const ends = new Set<number>();
	if (!part.startsWith('*')) {
		for (const at of starts) if (path.startsWith(part, at)) ends.add(at + part.length);
		return ends;
	}
	let isOpen = false;
	for (let at = 0; at <= path.length; at += 1) {
		isOpen ||= starts.has(at);
		if (isOpen) ends.add(at);
		if (part === '*' && path[at] === '/') isOpen = false;
	}
	return ends;
}
