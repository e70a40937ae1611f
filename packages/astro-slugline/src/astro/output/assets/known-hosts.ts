/** The service signs addresses of private assets at the store behind its own hosts. */
const signingStore = /^(?:[a-z0-9.-]+\.)?s3(?:[.-][a-z0-9-]+)*\.amazonaws\.com(?:\.cn)?$/;

/**
 * Tells whether files are loaded from an address: only from hosts of assets, so that neither a redirect nor the service can
 * lead a build into a private network.
 *
 * @param hosts of assets, with their port where it is not the usual one
 */
export function isKnownAddress(address: URL, hosts: readonly string[]): boolean {
	if (address.username || address.password) return false;
	if (address.protocol === 'https:' && signingStore.test(address.host)) return true;
	return (address.protocol === 'https:' || address.protocol === 'http:') && hosts.includes(address.host);
}
