/** How long a response counts as fresh, in milliseconds (SPEC 7). */
export const freshFor = {
  /** The projects list, profile and organizations list. */
  overview: 30 * 60_000,
  /** Queries without a rule of their own. */
  anything: 60_000,
  projectDetail: 30_000,
  permissions: 300_000,
  /** Data that are read whenever a page opens, which its loader and then its component ask for. */
  opening: 1000,
}

/**
 * For lists that other clients of a database also change. They are read again whenever their page
 * opens and its window gets focus, for example after a change in psql.
 */
export const readAgain = { staleTime: freshFor.opening, refetchOnWindowFocus: 'always' } as const

/** Milliseconds between polls of a project that is changing state (SPEC 4). */
export const PROJECT_POLL = 5000
