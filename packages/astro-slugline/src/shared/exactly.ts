/**
 * A filter for a plugin's hook that is about one module. The bundler asks it itself: a hook without one is called for each
 * module of a site, which takes longer than all that our hooks do.
 */
export const exactly = (id: string): { id: RegExp } => ({ id: new RegExp(`^${id}$`) });
