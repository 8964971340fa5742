import type { Column, ForeignKey } from '@stoa/contract/services/meta/catalogue'
import { ArrowUpRight, Eye } from 'lucide-react'
import { CellText } from '../../../components/result-grid/cell-text.tsx'
import { RangeMark } from '../../../components/result-grid/range-row.tsx'
import { CellProblem } from './cell-problem.tsx'
import { useShownRow } from './shown-row.ts'
import type { SessionView } from '../session/session-view.ts'

type DataCellProps = {
  session: SessionView
  column: Column
  /** Index of the column's value in the cells of a row. */
  position: number
  /** Index of the column in the grid. */
  gridColumn: number
  rowIndex: number
  reference: ForeignKey | undefined
  onFollow: (reference: ForeignKey, rowIndex: number) => void
  onPeek: (reference: ForeignKey, rowIndex: number, anchor: Element) => void
  /** Opens the editor of this cell. Null if it cannot be edited. */
  onEdit: (() => void) | null
}

/** Widths of the bars shown while text loads; fixed, so that nothing flickers. */
const SKELETONS = [62, 84, 46, 73, 55, 90, 38, 68]

/** One value of one row, with the state of its edit. */
export function DataCell({ session, column, position, reference, ...props }: DataCellProps) {
  const { cached, edits } = useShownRow()
  if (cached === undefined) {
    const width = SKELETONS[(props.rowIndex * 3 + position * 5) % SKELETONS.length] ?? 60
    return <span className="cell-skeleton" style={{ width: `${width}%` }} />
  }
  const edited = edits?.cells.get(column.name)
  const value = edited === undefined ? (cached.row.cells[position] ?? null) : edited.to
  const rejected = edits?.rejected.get(column.name)
  const state = edits?.progress.state
  const isStuck = edited !== undefined && state !== 'saving' && state !== 'held'
  return (
    <>
      <CellText value={value} isBoolean={column.type === 'boolean'} />
      {cached.cut.has(position) && edited === undefined && '…'}
      {reference !== undefined && value !== null && (
        <span className="follow-links">
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Peek at the referenced row of ${reference.target_table}`}
            title={`Peek at the row of ${reference.target_table}`}
            className="follow-link"
            onClick={(event) => {
              event.stopPropagation()
              props.onPeek(reference, props.rowIndex, event.currentTarget)
            }}
          >
            <Eye className="size-3" />
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Open the referenced row of ${reference.target_table}`}
            title={`Open in ${reference.target_table}`}
            className="follow-link"
            onClick={(event) => {
              event.stopPropagation()
              props.onFollow(reference, props.rowIndex)
            }}
          >
            <ArrowUpRight className="size-3" />
          </button>
        </span>
      )}
      <RangeMark column={props.gridColumn} />
      {edited !== undefined && state === 'held' && <span className="cell-mark is-held" />}
      {edits !== undefined && (isStuck || rejected !== undefined) && (
        <CellProblem
          queue={session.edits}
          edits={edits}
          column={column.name}
          rejected={rejected}
          onEditAgain={props.onEdit}
        />
      )}
    </>
  )
}
