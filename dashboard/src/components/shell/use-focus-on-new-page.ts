import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the content of a page that was opened from the palette, a form or a menu.
 * Otherwise the focus would return to the opener, and Tab would have to pass all menus to reach the
 * page. A link keeps the focus, because the user may want one of its neighbors next.
 */
export function useFocusOnNewPage(pathname: string): void {
  const last = useRef<EventTarget | null>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    const note = ({ target }: Event) => {
      last.current = target
    }
    document.addEventListener('keydown', note, true)
    document.addEventListener('click', note, true)
    return () => {
      document.removeEventListener('keydown', note, true)
      document.removeEventListener('click', note, true)
    }
  }, [])
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    const opener = last.current
    last.current = null
    if (!(opener instanceof Element) || opener.closest('a[href]')) return undefined
    // A dialog that closes with the old page first returns the focus to its opener.
    const moving = setTimeout(focusContent)
    return () => clearTimeout(moving)
  }, [pathname])
}

/** Leaves the focus in the content, a panel or a dialog. */
function focusContent(): void {
  const { activeElement, body } = document
  const isOutside =
    activeElement === body || activeElement?.closest('header, [data-slot=side-navigation]')
  if (isOutside) document.getElementById('content')?.focus({ preventScroll: true })
}
