/** Headers by which proxies name the client or themselves. */
export const proxyHeaders = [
	...[
		'forwarded',
		'via',
		'x-forwarded-for',
		'x-forwarded-host',
		'X-Forwarded-Proto',
		'x-original-forwarded-for',
	],
	...['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'fastly-client-ip'],
];
