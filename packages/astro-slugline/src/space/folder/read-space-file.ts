import type { SpaceTokens } from '../model.js';
import { check, readAs } from './check.js';
import { SpaceFolderError } from './folder-error.js';
import type { SourceFile } from './scan.js';
import { type SpaceFile, spaceFileSchema } from './space-file.js';
import { readYaml } from './yaml.js';

/**
 * Reads `space.yaml`.
 *
 * @param source undefined if it does not exist
 * @throws {SpaceFolderError}
 */
export function readSpaceFile(source: SourceFile | undefined): SpaceFile {
	if (!source) {
		throw new SpaceFolderError(
			'space.yaml',
			undefined,
			'The folder has no such file. Add it, with the `name` and `languages` of the space.',
		);
	}
	const yaml = readAs(source.path, () => readYaml(source.text));
	const space = check(source.path, yaml, spaceFileSchema);
	const codes = [space.default_language.code, ...space.languages.map(({ code }) => code)];
	const twice = codes.findIndex((code, index) => code !== undefined && codes.indexOf(code) < index);
	if (twice !== -1) {
		throw new SpaceFolderError(
			source.path,
			yaml.at(['languages', twice - 1]),
			`The language \`${codes[twice]}\` is listed twice, or is also the default language. Remove it here.`,
		);
	}
	return space;
}

/** The tokens of a space: those in `space.yaml`, or else the generated ones. */
export const tokensOf = (space: SpaceFile | undefined, made: SpaceTokens): SpaceTokens => ({
	public: space?.tokens.public ?? made.public,
	preview: space?.tokens.preview ?? made.preview,
	oauth: space?.tokens.oauth ?? made.oauth,
	...(space?.tokens.asset !== undefined && { asset: space.tokens.asset }),
});
