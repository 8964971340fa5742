import type { KeyboardEvent } from 'react'
import { matchesShortcut } from '../../../lib/shortcuts.ts'
import type { CellActions, PlacedCell } from './cell-actions.ts'

type Placed = Pick<PlacedCell, 'cell' | 'index' | 'isEditing' | 'isLocked'>

/** The events of menus and dialogs that a cell opens bubble through it too. */
const isInside = ({ target, currentTarget }: KeyboardEvent) =>
  target instanceof Node && currentTarget.contains(target)

/** Keys that also work while a cell is edited, before its editor gets them. */
export function handleEditingKey(
  event: KeyboardEvent,
  { cell, isEditing }: Placed,
  actions: CellActions,
): void {
  if (!isEditing && event.target !== event.currentTarget) return
  if (isInside(event) && matchesShortcut(event.nativeEvent, 'Shift+Enter'))
    take(event, () => actions.runAndNext(cell.id))
}

/** Keys of a focused cell. Those of its editor and its buttons are left alone. */
export function handleCellKey(event: KeyboardEvent, placed: Placed, actions: CellActions): void {
  const { cell } = placed
  const { nativeEvent } = event
  if (event.defaultPrevented || !isInside(event)) return
  if (event.key === 'Escape' && event.target !== event.currentTarget)
    return take(event, () => actions.leave(cell.id))
  if (matchesShortcut(nativeEvent, 'Mod+Enter')) return take(event, () => actions.run(cell.id))
  if (event.target !== event.currentTarget) return
  const found = Object.entries(keysOf(placed, actions)).find(([shortcut]) =>
    matchesShortcut(nativeEvent, shortcut),
  )
  if (found) take(event, found[1])
}

function keysOf({ cell: { id }, index, isLocked }: Placed, actions: CellActions) {
  return {
    ArrowUp: () => actions.focus(index - 1),
    ArrowDown: () => actions.focus(index + 1),
    ArrowLeft: () => actions.collapse(id, true),
    ArrowRight: () => actions.collapse(id, false),
    ...(!isLocked && {
      Enter: () => actions.edit(id),
      A: () => actions.insert(index, 'sql'),
      B: () => actions.insert(index + 1, 'sql'),
      'Shift+A': () => actions.insert(index, 'markdown'),
      'Shift+B': () => actions.insert(index + 1, 'markdown'),
      D: () => actions.duplicate(id),
      Delete: () => actions.remove(id),
      'Alt+ArrowUp': () => actions.move(id, index - 1),
      'Alt+ArrowDown': () => actions.move(id, index + 1),
    }),
  }
}

function take(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  // The page has shortcuts of single letters too.
  event.stopPropagation()
  act()
}
