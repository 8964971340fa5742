/** Functions of one project. */
export const MAX_FUNCTIONS = 500
/** Versions of one function; the active one is kept in addition. */
export const MAX_KEPT_VERSIONS = 50
