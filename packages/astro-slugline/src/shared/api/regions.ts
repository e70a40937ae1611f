/** The regions in which a space can be hosted. */
export const regionNames = ['eu', 'us', 'ca', 'ap', 'cn'] as const;

/** A region in which a space can be hosted: `eu`, `us`, `ca`, `ap`, or `cn`. */
export type Region = (typeof regionNames)[number];
