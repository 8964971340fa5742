import { Fragment, useSyncExternalStore } from 'react'
import type { RunStore } from '../run-store.ts'
import type { PlacedCell } from './cell-actions.ts'
import type { Cell } from './cells.ts'
import { InsertBar } from './insert-bar.tsx'
import { MarkdownCellView } from './markdown-cell-view.tsx'
import { SqlCellView, type SqlCellViewProps } from './sql-cell-view.tsx'
import { runKey } from './use-cell-runs.ts'

type CellListProps = Omit<SqlCellViewProps, 'placed' | 'run'> & {
  notebookId: string
  cells: readonly Cell[]
  /** The id of the cell that is edited. */
  editing: string | undefined
  isLocked: boolean
  runs: RunStore
}

/** The cells, with a way to add one between each two of them. */
export function CellList({ notebookId, cells, editing, isLocked, runs, ...props }: CellListProps) {
  const { actions } = props
  return (
    <>
      {cells.map((cell, index) => {
        const isEditing = cell.id === editing && !isLocked
        const placed = { cell, index, count: cells.length, isEditing, isLocked }
        return (
          <Fragment key={cell.id}>
            {isLocked ? (
              <div className="h-4" />
            ) : (
              <InsertBar
                isQuiet
                place={`above cell ${index + 1}`}
                onInsert={(kind) => actions.insert(index, kind)}
              />
            )}
            <CellView {...props} notebookId={notebookId} placed={placed} runs={runs} />
          </Fragment>
        )
      })}
      {!isLocked && (
        <InsertBar
          isQuiet={false}
          place="at the end"
          onInsert={(kind) => actions.insert(cells.length, kind)}
        />
      )}
    </>
  )
}

type CellViewProps = Omit<SqlCellViewProps, 'placed' | 'run'> & {
  notebookId: string
  placed: PlacedCell
  runs: RunStore
}

function CellView({ notebookId, placed, runs, ...props }: CellViewProps) {
  const { cell } = placed
  const run = useSyncExternalStore(runs.subscribe, () => runs.of(runKey(notebookId, cell.id)))
  if (cell.kind === 'markdown') return <MarkdownCellView placed={placed} actions={props.actions} />
  return <SqlCellView {...props} placed={{ ...placed, cell }} run={run} />
}
