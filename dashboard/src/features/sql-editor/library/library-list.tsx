import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { FolderItem } from './folder-item.tsx'
import type { LibraryActions } from './library-actions.ts'
import type { LibraryRow } from './library-rows.ts'
import { QueryItem } from './query-item.tsx'
import { SectionItem } from './section-item.tsx'

type LibraryListProps = {
  rows: readonly LibraryRow[]
  currentId: string
  canShare: boolean
  canWrite: boolean
  /** The selected queries; undefined while none can be selected. */
  selected: ReadonlySet<string> | undefined
  actions: LibraryActions
}

/** More rows are slow to lay out. */
const STEP = 300

/** Sections, folders and queries as one list; the indentation shows the levels. */
export function LibraryList({ rows, ...props }: LibraryListProps) {
  const [shown, setShown] = useState(STEP)
  return (
    <ul aria-label="Queries" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      {rows.slice(0, shown).map((row) => {
        if (row.kind === 'section') return <SectionItem key={row.key} row={row} {...props} />
        if (row.kind === 'folder') return <FolderItem key={row.key} row={row} {...props} />
        return <QueryItem key={row.key} row={row} {...props} />
      })}
      {rows.length > shown && (
        <li className="p-2">
          <Button size="sm" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, rows.length - shown)} more
          </Button>
        </li>
      )}
    </ul>
  )
}
