/** Maximum concurrent requests of one project. */
export const PARALLEL = 16
/** The total size of these requests' bodies. A larger one is sent alone. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024
