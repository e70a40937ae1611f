/** The address of the service as pages have it on a server: none. */
export default {};
