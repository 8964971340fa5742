import { useMemo } from 'react'
import { outlineOf } from './cell-title.ts'
import type { Cell } from './cells.ts'

type OutlineProps = { cells: readonly Cell[]; onGoTo: (cellId: string) => void }

/** The headings and queries of a notebook. */
export function Outline({ cells, onGoTo }: OutlineProps) {
  const entries = useMemo(() => outlineOf(cells), [cells])
  return (
    <nav aria-label="Outline" className="grid content-start gap-0.5">
      <p className="px-2 pb-1 text-xs font-medium text-muted">Outline</p>
      {entries.map(({ key, cellId, title, level }) => (
        <button
          key={key}
          type="button"
          onClick={() => onGoTo(cellId)}
          style={{ paddingLeft: `${8 + level * 12}px` }}
          className="truncate rounded-sm py-0.5 pr-2 text-left text-xs text-muted hover:bg-hover hover:text-text"
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
