/**
 * React Query caches the data, so the router keeps no cache of its own: a loader runs each time its
 * page opens or a pointer reaches a link to it, and not again while the page stays open.
 */
export const loadingOptions = {
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultStaleTime: Number.POSITIVE_INFINITY,
  defaultGcTime: 0,
} as const
