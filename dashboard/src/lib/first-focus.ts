const FIELDS =
  'input, textarea, select, [role=combobox], [role=radio], [role=checkbox], [role=switch]'
const FOCUSABLE = `${FIELDS}, button, a[href], [tabindex]`

/**
 * The element that gets the focus when a dialog or panel opens: the first field that can be
 * changed, or else the one marked `data-first-focus`, or else the first other element outside the
 * header, where Close is. Undefined if there is none.
 */
export function firstFocus(container: HTMLElement): HTMLElement | undefined {
  const inOrder = (selector: string) =>
    [...container.querySelectorAll<HTMLElement>(selector)].filter(isFocusable)
  return (
    inOrder(FIELDS)[0] ??
    inOrder('[data-first-focus]')[0] ??
    inOrder(FOCUSABLE).find((element) => !element.closest('header'))
  )
}

function isFocusable(element: HTMLElement): boolean {
  return (
    element.tabIndex >= 0 &&
    !element.matches(':disabled, [readonly], [type=hidden], [aria-disabled=true]') &&
    !element.closest('[aria-hidden=true], [hidden], [inert]')
  )
}
