import type { Idiom } from '../idiom.js';
import { code } from './code.js';
import { images } from './images.js';
import { props } from './props.js';
import { site } from './site.js';
import { space } from './space.js';
import { stateful } from './stateful.js';

/** Every idiom by its name. */
export const idioms: Readonly<Record<string, Idiom>> = {
	...props,
	...stateful,
	...code,
	...images,
	...site,
	...space,
};
