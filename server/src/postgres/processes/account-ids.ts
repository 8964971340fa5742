import type { IdRange } from '../../lib/id-range.ts'

/**
 * The user ids that the server gives to tenants' processes. No distribution or directory service
 * assigns them. The ranges do not overlap, so an owner's id shows what a folder or process is.
 */
export const CLUSTER_IDS: IdRange = { first: 0x7000_0000, last: 0x7fff_fffe }
export const FUNCTION_IDS: IdRange = { first: 0x6000_0000, last: 0x6fef_ffff }
/** For functions outside an installation, as in tests; no installation's rules cover these ids. */
export const LONE_FUNCTION_IDS: IdRange = { first: 0x6ff0_0000, last: 0x6fff_ffff }
