import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { isRecord } from '../../data/client/http.ts'
import { useSettledText } from '../../lib/use-settled-text.ts'

/**
 * A parameter of the page's URL, empty if absent. Setting it replaces the history entry, and does
 * nothing once the user has left for another page, which may still be loading while this one is
 * shown: the change would end that navigation.
 */
export function useUrlParam(name: string): [string, (value: string) => void] {
  const router = useRouter()
  const navigate = useNavigate()
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const value = useSearch({
    strict: false,
    select: (search: unknown) => {
      const found = isRecord(search) ? search[name] : undefined
      return typeof found === 'string' ? found : ''
    },
  })
  const setValue = (next: string) => {
    if (!decoded(router.latestLocation.pathname).startsWith(decoded(page))) return
    void navigate({
      to: '.',
      search: (search) => ({ ...search, [name]: next === '' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  }
  return [value, setValue]
}

/** A route escapes other characters in a path than the browser does. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/**
 * The search of a list, which is a parameter of the page's URL. `value` is what to search for, and
 * `field` is for `SearchField`.
 */
export function useSearchParam(name: string) {
  const [value, setValue] = useUrlParam(name)
  return { value, field: useSettledText(value, setValue) }
}
