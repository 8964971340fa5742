import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import type { CellActions, PlacedCell } from './cell-actions.ts'

type CellMenuProps = Pick<PlacedCell, 'cell' | 'index' | 'count' | 'isLocked'> & {
  actions: CellActions
}

/** Every action of a cell, with its key. */
export function CellMenu({ cell, index, count, isLocked, actions }: CellMenuProps) {
  const { id, kind, isCollapsed } = cell
  return (
    <>
      {kind === 'sql' && (
        <>
          <DropdownMenuItem shortcut="Mod+Enter" onSelect={() => actions.run(id)}>
            Run
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.runFrom(id)}>Run from here</DropdownMenuItem>
        </>
      )}
      <DropdownMenuItem
        shortcut={isCollapsed ? 'ArrowRight' : 'ArrowLeft'}
        onSelect={() => actions.collapse(id, !isCollapsed)}
      >
        {isCollapsed ? 'Expand' : 'Collapse'}
      </DropdownMenuItem>
      {!isLocked && (
        <>
          {kind === 'markdown' && (
            <DropdownMenuItem shortcut="Enter" onSelect={() => actions.edit(id)}>
              Edit
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem shortcut="A" onSelect={() => actions.insert(index, 'sql')}>
            Add SQL above
          </DropdownMenuItem>
          <DropdownMenuItem shortcut="B" onSelect={() => actions.insert(index + 1, 'sql')}>
            Add SQL below
          </DropdownMenuItem>
          <DropdownMenuItem shortcut="Shift+A" onSelect={() => actions.insert(index, 'markdown')}>
            Add Markdown above
          </DropdownMenuItem>
          <DropdownMenuItem
            shortcut="Shift+B"
            onSelect={() => actions.insert(index + 1, 'markdown')}
          >
            Add Markdown below
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem
            shortcut="Alt+ArrowUp"
            disabled={index === 0}
            onSelect={() => actions.move(id, index - 1)}
          >
            Move up
          </DropdownMenuItem>
          <DropdownMenuItem
            shortcut="Alt+ArrowDown"
            disabled={index === count - 1}
            onSelect={() => actions.move(id, index + 1)}
          >
            Move down
          </DropdownMenuItem>
          <DropdownMenuItem shortcut="D" onSelect={() => actions.duplicate(id)}>
            Duplicate
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem shortcut="Delete" variant="danger" onSelect={() => actions.remove(id)}>
            Delete
          </DropdownMenuItem>
        </>
      )}
    </>
  )
}
