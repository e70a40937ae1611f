import { inTime } from '../model/clock.js';
import type { Lock } from './lock.js';

/** The part of a Redis connection that the lock uses. */
export interface RedisConnection {
	eval(script: string, keyCount: number, ...rest: (string | number)[]): Promise<unknown>;
}

// Lock and token in one step. Otherwise a holder could get its token after another one had taken the lock.
const acquireScript = `
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
local token = redis.call('INCR', KEYS[2])
if token <= tonumber(ARGV[3]) then
	token = tonumber(ARGV[3]) + 1
	redis.call('SET', KEYS[2], token)
end
return token`;

// If the lock is free, for example after a restart of Redis without its data, its last holder gets it back, unless another one has
// held it since.
const renewScript = `
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if owner then return 0 end
local token = tonumber(redis.call('GET', KEYS[2]) or 0)
if token > tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[2], ARGV[3])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const releaseScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * A lock among all receivers on one Redis: `SET NX PX`, over the storage driver's own connection.
 *
 * @param base the prefix of the driver's keys
 * @param name identifies the Redis
 */
export function createRedisLock(
	connect: () => RedisConnection,
	base: string,
	leaseMs: number,
	name: string,
): Lock {
	// The braces put both keys on one node of a cluster.
	const key = `{${base ? `${base}:` : ''}rebuild:lock}`;
	const tokenKey = `${key}:token`;
	const evaluate = async (script: string, keys: string[], ...values: (string | number)[]) =>
		Number(await inTime(connect().eval(script, keys.length, ...keys, ...values)));
	return {
		name,
		async acquire(above) {
			const owner = crypto.randomUUID();
			const token = await evaluate(acquireScript, [key, tokenKey], owner, leaseMs, above);
			if (!token) return null;
			return {
				token,
				renew: async () => (await evaluate(renewScript, [key, tokenKey], owner, leaseMs, token)) === 1,
				async release() {
					await evaluate(releaseScript, [key], owner);
				},
			};
		},
	};
}
