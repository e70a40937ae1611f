/** The form of the kept state. Another form is not read: everything is listed again. */
export const stateFormat = 3;

/** The version of this package, a part of the kept state's key: what another version kept is not trusted. */
export const packageVersion = '0.1.0';
