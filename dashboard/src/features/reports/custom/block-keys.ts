import type { KeyboardEvent } from 'react'
import { matchesShortcut } from '../../../lib/shortcuts.ts'
import type { BlockActions, PlacedBlock } from './block-actions.ts'

/** The keys of a focused block. Those of what is in it are left alone. */
export function handleBlockKey(
  event: KeyboardEvent,
  placed: PlacedBlock,
  actions: BlockActions,
): void {
  if (event.defaultPrevented || event.target !== event.currentTarget || !placed.canEdit) return
  const found = Object.entries(keysOf(placed, actions)).find(([shortcut]) =>
    matchesShortcut(event.nativeEvent, shortcut),
  )
  if (!found) return
  event.preventDefault()
  // The page has shortcuts too.
  event.stopPropagation()
  found[1]()
}

function keysOf({ block, index }: PlacedBlock, actions: BlockActions) {
  const { id, width, height } = block
  const resize = (columns: number, rows: number) => () =>
    actions.resize(block, { width: width + columns, height: height + rows })
  return {
    'Alt+ArrowLeft': () => actions.move(id, index - 1),
    'Alt+ArrowUp': () => actions.move(id, index - 1),
    'Alt+ArrowRight': () => actions.move(id, index + 1),
    'Alt+ArrowDown': () => actions.move(id, index + 1),
    'Shift+ArrowLeft': resize(-1, 0),
    'Shift+ArrowRight': resize(1, 0),
    'Shift+ArrowUp': resize(0, -1),
    'Shift+ArrowDown': resize(0, 1),
    Enter: () => actions.edit(block),
    Delete: () => actions.remove(block),
  }
}
