import { useNavigate, useSearch } from '@tanstack/react-router'
import { isRecord } from '../../data/client/http.ts'
import { useSettledText } from '../../lib/use-settled-text.ts'
import { useHasLeft } from './use-has-left.ts'

/**
 * A parameter of the page's URL, empty if absent. Setting it replaces the history entry, and does
 * nothing once the user has left for another page.
 */
export function useUrlParam(name: string): [string, (value: string) => void] {
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const value = useSearch({
    strict: false,
    select: (search: unknown) => {
      const found = isRecord(search) ? search[name] : undefined
      return typeof found === 'string' ? found : ''
    },
  })
  const setValue = (next: string) => {
    if (hasLeft()) return
    void navigate({
      to: '.',
      search: (search) => ({ ...search, [name]: next === '' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  }
  return [value, setValue]
}

/**
 * The search of a list, which is a parameter of the page's URL. `value` is what to search for, and
 * `field` is for `SearchField`.
 */
export function useSearchParam(name: string) {
  const [value, setValue] = useUrlParam(name)
  return { value, field: useSettledText(value, setValue) }
}
