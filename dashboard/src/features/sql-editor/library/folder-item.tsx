import { ChevronRight, Folder } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { ActionsMenu } from '../../../ui/menus/actions-menu.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import { drag, type LibraryActions } from './library-actions.ts'
import type { LibraryRow } from './library-rows.ts'
import { indentOf } from './query-item.tsx'
import { useDropTarget } from './use-drop-target.ts'

type FolderItemProps = {
  row: LibraryRow & { kind: 'folder' }
  canShare: boolean
  canWrite: boolean
  actions: LibraryActions
}

export function FolderItem({ row, canShare, canWrite, actions }: FolderItemProps) {
  const { folder } = row
  const canChange = canWrite && (folder.visibility === 'private' || canShare)
  const place = { visibility: folder.visibility, folder_id: folder.id }
  const { isOver, handlers } = useDropTarget(canChange ? place : undefined, actions.drop)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu moves it as well
    <li
      draggable={canChange}
      onDragStart={(event) => drag(event.dataTransfer, { kind: 'folder', id: folder.id })}
      className={classNames('group relative rounded-md', isOver && 'bg-selected')}
      {...handlers}
    >
      <button
        type="button"
        aria-expanded={row.isOpen}
        onClick={() => actions.toggle(folder.id)}
        style={indentOf(row.level)}
        className="flex h-8 w-full min-w-0 items-center gap-1.5 rounded-md pr-9 text-left hover:bg-hover"
      >
        <ChevronRight
          className={classNames(
            'size-3.5 shrink-0 text-muted transition-transform',
            row.isOpen && 'rotate-90',
          )}
        />
        <Folder className="size-3.5 shrink-0 text-muted" />
        <span className="truncate">{folder.name}</span>
        <span className="text-2xs text-muted tabular-nums">{row.count}</span>
      </button>
      {canChange && (
        <ActionsMenu subject={folder.name} isQuiet className="absolute top-0.5 right-1">
          <DropdownMenuItem onSelect={() => actions.ask({ kind: 'new-folder', place })}>
            New folder inside
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.ask({ kind: 'rename-folder', folder })}>
            Rename
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => actions.ask({ kind: 'move-folder', folder })}>
            Move to…
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem
            variant="danger"
            onSelect={() => actions.ask({ kind: 'delete-folder', folder })}
          >
            Delete
          </DropdownMenuItem>
        </ActionsMenu>
      )}
    </li>
  )
}
