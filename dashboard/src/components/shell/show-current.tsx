import { useEffect, type RefObject } from 'react'

/**
 * Scrolls a list of links to the one of the open page, which can be below its end, when it is
 * mounted. Give it a key that changes with the page and with the number of links, because links are
 * added as the member's permissions load.
 */
export function ShowCurrent({ list }: { list: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [list])
  return null
}
