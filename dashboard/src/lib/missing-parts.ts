const NAME = 'MissingPartError'

/**
 * Renames the error of a failed code download, so that the error screen can tell it from a bug, and
 * so that the router does not reload immediately: a reload while the server is unreachable would
 * show the browser's own error page. The returned function stops this.
 */
export function watchMissingParts(): () => void {
  const mark = ({ payload }: VitePreloadErrorEvent) => {
    payload.name = NAME
    payload.message = 'Could not load a part of the dashboard'
  }
  window.addEventListener('vite:preloadError', mark)
  return () => window.removeEventListener('vite:preloadError', mark)
}

export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && error.name === NAME
