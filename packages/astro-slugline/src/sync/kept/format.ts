/** The form of the kept state. Another form is not read: everything is listed again. */
export const stateFormat = 3;
