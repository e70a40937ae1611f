import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/** A file that says of each content that it fits a type, as if it had come as a response: unknown fields are no mistake. */
export const fitting = (contents: readonly (readonly [content: unknown, type: string])[]): string =>
	[
		'type Read<Value> = Value extends readonly (infer Member)[] ? Read<Member>[]',
		'	: Value extends object ? { -readonly [Key in keyof Value]: Read<Value[Key]> } : Value;',
		'declare function read<const Value>(value: Value): Read<Value>;',
		...contents.map(([content, type]) => `read(${JSON.stringify(content)}) satisfies SluglineSpaces${type};`),
	].join('\n');

/** The parsed files of libraries and of the package, by path. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * What TypeScript finds wrong in these files, as `name:line message`. They see the package by its own name, as a site does.
 *
 * @param files text by file name
 */
export function problemsIn(files: Readonly<Record<string, string>>): string[] {
	const config = ts.getParsedCommandLineOfConfigFile(
		join(root, 'tsconfig.json'),
		{},
		{
			...ts.sys,
			onUnRecoverableConfigFileDiagnostic: (problem) => {
				throw new Error(String(problem.messageText));
			},
		},
	);
	if (!config) throw new Error('There is no tsconfig.json.');
	const options = { ...config.options, noUnusedLocals: false };
	const folder = join(root, 'test/types/written');
	const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
	const host = ts.createCompilerHost(options);
	const { fileExists, readFile, getSourceFile } = host;
	host.fileExists = (name) => texts.has(name) || fileExists(name);
	host.readFile = (name) => texts.get(name) ?? readFile(name);
	host.getSourceFile = (name, language, ...rest) => {
		const text = texts.get(name);
		if (text !== undefined) return ts.createSourceFile(name, text, language);
		if (!parsed.has(name)) parsed.set(name, getSourceFile(name, language, ...rest));
		return parsed.get(name);
	};
	const program = ts.createProgram([...texts.keys()], options, host);
	const found = [...texts.keys()].flatMap((name) => {
		const file = program.getSourceFile(name);
		return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
	});
	return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...found].map(
		({ file, start = 0, messageText }) => {
			const place = file
				? `${file.fileName.slice(folder.length + 1)}:${file.getLineAndCharacterOfPosition(start).line + 1} `
				: '';
			return place + ts.flattenDiagnosticMessageText(messageText, '\n');
		},
	);
}
