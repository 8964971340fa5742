/** How long, in milliseconds, an answer counts as fresh (SPEC 7). */
export const freshFor = {
  /** Projects list, profile, organizations list. */
  overview: 30 * 60_000,
  /** Whatever has no rule of its own. */
  anything: 60_000,
  projectDetail: 30_000,
  permissions: 300_000,
}

/** Milliseconds between readings of a project that is on its way to another state (SPEC 4). */
export const PROJECT_POLL = 5000
