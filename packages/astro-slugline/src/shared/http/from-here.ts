/** True if a host name or address stands for this machine. */
export const isLoopback = (host: string): boolean =>
	/^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);

/** Headers of proxies, whose requests come from this machine for clients elsewhere. */
const proxyHeader = /^via$|forwarded|-ip$/;

interface Received {
	socket: { remoteAddress?: string | undefined };
	headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** True if a program on this machine sent a request, by a name of this machine and without a proxy. */
export function isFromHere({ socket, headers }: Received): boolean {
	const peer = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
	const host = URL.parse(`http://${headers['host']}`)?.hostname ?? '';
	return (
		isLoopback(peer === '::1' ? '[::1]' : peer) &&
		isLoopback(host) &&
		!Object.keys(headers).some((name) => proxyHeader.test(name))
	);
}
