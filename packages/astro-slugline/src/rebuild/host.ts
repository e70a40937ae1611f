/** Variables that hosts set where a process may be stopped as soon as it has answered. */
const passing = [
	'AWS_LAMBDA_FUNCTION_NAME',
	'LAMBDA_TASK_ROOT',
	'DENO_DEPLOYMENT_ID',
	'K_SERVICE',
	'FUNCTIONS_WORKER_RUNTIME',
];

/** Does a process of this host last until it is stopped, with a disk that outlives it? */
export function hostLasts(): boolean {
	const variables = globalThis.process?.env;
	if (!variables || typeof globalThis.process.cwd !== 'function') return false;
	if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') return false;
	return !passing.some((name) => variables[name]);
}
