// Code has its colors on a slow machine, too: Shiki would leave a line without them after half a second.
const withoutTimeLimit = {
	preprocess(_code, options) {
		options.tokenizeTimeLimit = 0;
	},
};

export default {
	shiki: { transformers: [withoutTimeLimit] },
	// Lines that are too long are wrapped, so that code is read without scrolling sideways.
	defaultProps: { wrap: true },
};
