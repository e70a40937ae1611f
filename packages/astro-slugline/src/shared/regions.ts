/** The regions in which a space can be hosted. */
export const regionNames = ['eu', 'us', 'ca', 'ap', 'cn'] as const;

export type Region = (typeof regionNames)[number];
