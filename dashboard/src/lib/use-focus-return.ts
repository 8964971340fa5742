import { useState } from 'react'

/**
 * Gives the focus back to where it was when something opened; for what is opened by state and has
 * no trigger of its own. Where a menu opened it, that is the menu's button. Hand the result to
 * `onCloseAutoFocus`.
 */
export function useFocusReturn(isOpen: boolean): (event: Event) => void {
  const [last, setLast] = useState<{ isOpen: boolean; opener: Element | null }>(CLOSED)
  // Looked at while rendering: once it is on the page, what opened has the focus itself.
  if (isOpen !== last.isOpen) setLast({ isOpen, opener: isOpen ? currentOpener() : last.opener })
  return (event) => {
    const { opener } = last
    if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body) return
    event.preventDefault()
    opener.focus()
  }
}

const CLOSED = { isOpen: false, opener: null }

function currentOpener(): Element | null {
  const focused = document.activeElement
  const buttonId = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || focused
}
