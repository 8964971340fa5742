import type { KeyboardEvent } from 'react'

/** The part of a selection that keys change. */
type Selected = { ids: { size: number }; set: (ids: readonly never[]) => void }

/**
 * The keys of a table of records. Up and Down move between the controls of a column, with Shift on
 * a checkbox they extend the selection. Delete and Escape concern the selected records.
 */
export const rowKeys =
  (selection: Selected | undefined, onDelete: (() => void) | undefined) =>
  (event: KeyboardEvent<HTMLTableElement>) => {
    const { key, shiftKey, target, currentTarget } = event
    // A menu of a row handles its own keys, and is elsewhere in the document.
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return
    if (!currentTarget.contains(target)) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const control = nextControl(target, key)
      if (!control) return
      event.preventDefault()
      control.focus()
      if (shiftKey && control.getAttribute('aria-checked') === 'false') control.click()
    } else if (selection && selection.ids.size > 0) {
      if (key === 'Delete') onDelete?.()
      if (key === 'Escape') selection.set([])
    }
  }

/** The control of the same column in the nearest row that has one. */
function nextControl(target: HTMLElement, key: 'ArrowDown' | 'ArrowUp') {
  const cell = target.closest<HTMLTableCellElement>('tbody td, tbody th')
  if (!cell || !target.matches('button, a')) return undefined
  let row: Element | null = cell.parentElement
  while (row) {
    row = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
    const control = row?.children[cell.cellIndex]?.querySelector<HTMLElement>('button, a')
    if (control) return control
  }
  return undefined
}
