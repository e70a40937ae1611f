/** Signed addresses of private assets lead to the storage behind the service's own hosts. */
const isSigningStore = (host: string): boolean =>
	/\.amazonaws\.com(?:\.cn)?$/.test(host) && host.split('.').some((label) => /^s3(?:-|$)/.test(label));

/**
 * True if a build may load a file from an address. Only hosts of assets are allowed, so that neither a redirect nor the API can
 * lead a build into a private network.
 *
 * @param hosts of assets, with the port if it is not the default one
 */
export function isAllowedAddress(address: URL, hosts: readonly string[]): boolean {
	if (address.username || address.password) return false;
	if (address.protocol === 'https:' && isSigningStore(address.host)) return true;
	return (address.protocol === 'https:' || address.protocol === 'http:') && hosts.includes(address.host);
}
