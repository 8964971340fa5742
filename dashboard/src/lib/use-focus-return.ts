import { useState } from 'react'

/**
 * Returns the focus to where it was when something opened, for elements that are opened by state
 * and have no trigger. If a menu opened the element, the focus returns to the menu's button. Pass
 * the result to `onCloseAutoFocus`.
 */
export function useFocusReturn(isOpen: boolean): (event: Event) => void {
  const [last, setLast] = useState<{ isOpen: boolean; opener: Element | null }>(CLOSED)
  // The focus is read during render, because the opened element takes it afterwards.
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
