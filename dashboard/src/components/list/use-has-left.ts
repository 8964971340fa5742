import { useMatch, useRouter } from '@tanstack/react-router'

/**
 * Returns whether the user has left the page for another one, which may still be loading while this
 * one is shown. A change of this page's URL would then end that navigation.
 */
export function useHasLeft(): () => boolean {
  const router = useRouter()
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname })
  // The path of an index route ends in a slash, which the address of its page does not.
  const path = decoded(page).replace(/\/$/, '')
  return () => !decoded(router.latestLocation.pathname).startsWith(path)
}

/** A route escapes other characters in a path than the browser does. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
