/** The maximum number of names and of prefixes in one job. */
export const MAX_JOB_ENTRIES = 1000
