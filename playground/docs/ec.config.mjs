// Code has its colors on a slow machine, too: Shiki would leave a line without them after half a second.
export default {
	shiki: { transformers: [{ preprocess: (code, options) => void (options.tokenizeTimeLimit = 0) }] },
};
