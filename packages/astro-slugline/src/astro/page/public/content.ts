export {
	type Answered,
	alwaysRender,
	type Query,
	query,
	type ResolveOptions,
	resolve,
} from '../content/index.js';
