/** A pattern of files that a module imports. */
export interface GlobImport {
	/** As it is written: relative to the module, to the site's root, or to an alias. */
	pattern: string;
	/** The folder that relative patterns start at, instead of that of the module. */
	base?: string;
}

/**
 * The patterns of files that code imports: those of `import.meta.glob()`, and paths of `import()` that have parts filled in.
 * Patterns that exclude files are left out.
 *
 * @example globImportsIn("import.meta.glob('./schemas/*.ts')") // → [{ pattern: './schemas/*.ts' }]
 */
export function globImportsIn(code: string): GlobImport[] {
	const globs = [...code.matchAll(globCalls)].flatMap(({ 0: call, index }) =>
		argumentsIn(code.slice(index + call.length)),
	);
	const filledIn = [...code.matchAll(templateImports)].map(([, path = '']) => ({
		pattern: path.replaceAll(/\$\{[^}]*\}/g, '*'),
	}));
	return [...globs.filter(({ pattern }) => !pattern.startsWith('!')), ...filledIn];
}

const globCalls = /\bimport\.meta\.glob\s*(?:<[\s\S]*?>\s*)?\(/g;

/** Others, such as those in code that a plugin generates, are not relative. */
const templateImports = /\bimport\s*\(\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*`(\.[^`]*)`/g;

/** Strings, comments, and what separates arguments. */
const tokens = /(['"`])((?:\\.|(?!\1)[^\\])*)\1|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[()[\]{},]/g;

/** @param code what follows the opening parenthesis of a call of `import.meta.glob()` */
function argumentsIn(code: string): GlobImport[] {
	const patterns: string[] = [];
	let base: string | undefined;
	let isInOptions = false;
	let depth = 1;
	for (const { 0: token, 2: text, index } of code.matchAll(tokens)) {
		if (text !== undefined) {
			if (!isInOptions) patterns.push(text);
			else if (/\bbase["']?\s*:\s*$/.test(code.slice(0, index))) base = text;
		} else if (token === ',') isInOptions ||= depth === 1;
		else if (/^[([{]$/.test(token)) depth += 1;
		else if (/^[)\]}]$/.test(token)) depth -= 1;
		if (depth === 0) break;
	}
	return patterns.map((pattern) => ({ pattern, ...(base !== undefined && { base }) }));
}
