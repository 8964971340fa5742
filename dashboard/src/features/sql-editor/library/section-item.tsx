import { ChevronRight } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FolderPlus } from 'lucide-react'
import type { LibraryActions } from './library-actions.ts'
import type { LibraryRow, SectionId } from './library-rows.ts'
import { useDropTarget } from './use-drop-target.ts'

const LABELS: Record<SectionId, string> = {
  favorites: 'Favorites',
  shared: 'Shared with the project',
  private: 'Private',
}

type SectionItemProps = {
  row: LibraryRow & { kind: 'section' }
  canShare: boolean
  canWrite: boolean
  actions: LibraryActions
}

/** The heading of a tree; queries that are dropped on it move to its top. */
export function SectionItem({ row, canShare, canWrite, actions }: SectionItemProps) {
  const canChange = canWrite && (row.key === 'private' || (row.key === 'shared' && canShare))
  const place =
    row.key !== 'favorites' && canChange ? { visibility: row.key, folder_id: null } : undefined
  const { isOver, handlers } = useDropTarget(place, actions.drop)
  return (
    <li
      className={classNames('group flex items-center rounded-md', isOver && 'bg-selected')}
      {...handlers}
    >
      <button
        type="button"
        aria-expanded={row.isOpen}
        onClick={() => actions.toggle(row.key)}
        className="flex h-8 min-w-0 flex-1 items-center gap-1 rounded-md text-left text-xs font-medium text-muted hover:text-text"
      >
        <ChevronRight
          className={classNames(
            'size-3.5 shrink-0 transition-transform',
            row.isOpen && 'rotate-90',
          )}
        />
        <span className="truncate">{LABELS[row.key]}</span>
        <span className="ml-1 font-normal tabular-nums">{row.count}</span>
      </button>
      {place && (
        <IconButton
          label={row.key === 'shared' ? 'New shared folder' : 'New private folder'}
          onClick={() => actions.ask({ kind: 'new-folder', place })}
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        >
          <FolderPlus />
        </IconButton>
      )}
    </li>
  )
}
