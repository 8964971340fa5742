/** Deleted rows are returned so that they can be restored, unless they are larger in total. */
export const MAX_RESTORABLE_BYTES = 8 * 1024 * 1024
