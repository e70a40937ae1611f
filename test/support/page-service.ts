/** The content of the virtual module with the service's address, for unit tests of page code: no address. */
export default {};
