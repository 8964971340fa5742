export const MAX_ATTEMPTS = 3
/** The jobs of a bucket that a list shows. */
export const MAX_SHOWN_JOBS = 20
/** The names of skipped objects that a job keeps. */
export const MAX_SKIPPED_NAMES = 5
