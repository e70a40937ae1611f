import { channel } from './build-channel.js';
import { askedBy } from './record.js';

const known = new WeakMap<object, Map<string, unknown>>();

/**
 * A function that is given to another module, so that what it reads is known to be read for that one. All else is as it is.
 *
 * @param taker the module, by its path in the site
 */
export function takenBy<Given>(taker: string, given: Given): Given {
	if (typeof given !== 'function' || !channel()) return given;
	const proxies: Map<string, unknown> = known.get(given) ?? new Map();
	known.set(given, proxies);
	const proxy =
		proxies.get(taker) ??
		new Proxy(given, {
			apply(run, self, asked) {
				const call = () => Reflect.apply(run, self, asked);
				const open = channel();
				return open ? open.takenBy(taker, call) : call();
			},
			// Its own text: some write it into a page as a script.
			get: (run, key) => (key === 'toString' ? () => String(run) : Reflect.get(run, key)),
		});
	proxies.set(taker, proxy);
	return proxy as Given;
}

/** A function as a module calls it, so that what it reads is known to be read by that module. */
export const calledBy =
	<Asked extends unknown[], Answer>(caller: string, call: (...asked: Asked) => Answer) =>
	(...asked: Asked): Answer =>
		askedBy(caller, () => call(...asked));
