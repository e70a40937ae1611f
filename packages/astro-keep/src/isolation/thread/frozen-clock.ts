/**
 * Stops the clock of this thread, so that code runs as it will at another time.
 *
 * @param time in milliseconds since 1970
 * @returns a function that runs code by the real clock
 */
export function stopClock(time: number): <Result>(run: () => Promise<Result>) => Promise<Result> {
	const Real = Date;
	const { now } = Real;
	let isStopped = true;
	Real.now = () => (isStopped ? time : now());
	globalThis.Date = new Proxy(Real, {
		construct: (target, given, by) =>
			Reflect.construct(target, given.length > 0 ? given : [target.now()], by === Date ? target : by),
		apply: (target) => String(new target(target.now())),
	});
	Real.prototype.constructor = Date;
	return async (run) => {
		isStopped = false;
		try {
			return await run();
		} finally {
			isStopped = true;
		}
	};
}
