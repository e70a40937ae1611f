import parser from '@typescript-eslint/parser';
import regexp from 'eslint-plugin-regexp';

/** The one rule that Biome lacks: no pattern takes more than linear time for the text that it is tried on. */
export default [
	{
		files: ['packages/*/{src,routes}/**/*.ts'],
		languageOptions: { parser },
		linterOptions: { noInlineConfig: true },
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
];
