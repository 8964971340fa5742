import { useMatch, useRouter } from '@tanstack/react-router'

/**
 * Returns whether the user has left the page for another one, which may still be loading while this
 * one is shown. A change of this page's URL would then end that navigation.
 */
export function useHasLeft(): () => boolean {
  const router = useRouter()
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return () => !isWithin(decoded(router.latestLocation.pathname), decoded(page))
}

/** The path of an index route ends with a slash, which its address does not have. */
const isWithin = (address: string, page: string) =>
  page.endsWith('/') ? address === page || `${address}/` === page : address.startsWith(page)

/** A route escapes other characters in a path than the browser does. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
