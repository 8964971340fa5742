import { useEffect, type RefObject } from 'react'

/**
 * Scrolls a list of links to the one of the open page, which can be below its end. Links are added
 * as the member's permissions load, so `count` is how many there are.
 */
export function useShowCurrent(
  list: RefObject<HTMLElement | null>,
  { pathname, count }: { pathname: string; count: number },
): void {
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [list, pathname, count])
}
