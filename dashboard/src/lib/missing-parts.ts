const NAME = 'MissingPartError'

/**
 * Marks the failure to fetch a part of the dashboard, so that what shows it can tell it from a
 * fault, and so that the router does not reload at once: a reload while the server is away would
 * end in the browser's own error page. The returned function stops it.
 */
export function watchMissingParts(): () => void {
  const mark = ({ payload }: VitePreloadErrorEvent) => {
    payload.name = NAME
    payload.message = 'A part of the dashboard could not be fetched'
  }
  window.addEventListener('vite:preloadError', mark)
  return () => window.removeEventListener('vite:preloadError', mark)
}

export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && error.name === NAME
