/** Environment variables of hosts that may stop a process as soon as it has answered. */
const passing = [
	'AWS_LAMBDA_FUNCTION_NAME',
	'LAMBDA_TASK_ROOT',
	'DENO_DEPLOYMENT_ID',
	'K_SERVICE',
	'FUNCTIONS_WORKER_RUNTIME',
];

/** True in a worker of Cloudflare, whose requests may not wait for what another one has begun. */
export const isWorker = (): boolean => globalThis.navigator?.userAgent === 'Cloudflare-Workers';

/** True if processes on this host run until they are stopped, and the disk outlives them. */
export function hostLasts(): boolean {
	const variables = globalThis.process?.env;
	if (!variables || typeof globalThis.process.cwd !== 'function') return false;
	return !isWorker() && !passing.some((name) => variables[name]);
}
