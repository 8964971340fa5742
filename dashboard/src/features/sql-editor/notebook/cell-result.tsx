import { ResultsPanel } from '../results-panel.tsx'
import type { Run, TextPosition } from '../run-store.ts'
import { TABLE_VIEW, type ViewSettings } from '../view-settings.ts'
import type { SqlCell } from './cells.ts'

type CellResultProps = {
  projectRef: string
  cell: SqlCell
  run: Run
  name: string
  onView: (view: ViewSettings) => void
  onGoTo: (position: TextPosition) => void
  onCancel: () => void
}

/** The result below a cell, as high as its rows need. */
export function CellResult({ projectRef, cell, run, name, onView, ...props }: CellResultProps) {
  const { view = TABLE_VIEW } = cell
  // The result may be of an earlier text.
  const isTextShown = run.request.sql !== cell.text
  return (
    <div
      data-slot="cell-result"
      className="flex flex-col overflow-hidden rounded-b-md border-t"
      style={{ height: heightOf(run, view, isTextShown) }}
    >
      <ResultsPanel
        projectRef={projectRef}
        queryId={cell.id}
        run={run}
        name={name}
        view={view}
        onView={onView}
        isTextShown={isTextShown}
        {...props}
      />
    </div>
  )
}

const BAR = 40
const TEXT = 26
const ROW = 28
const NO_ROWS = 120
const PICTURE = 350
/** Ten rows and their header, and a part of the next row. */
const MOST_ROWS = 11.5

function heightOf(run: Run, { view }: ViewSettings, isTextShown: boolean): number | undefined {
  if (run.state === 'failed') return undefined
  const results = run.state === 'done' ? run.answer.results : (run.results ?? [])
  const rows = Math.max(0, ...results.map((result) => result.rows.length))
  const above = BAR + (isTextShown ? TEXT : 0)
  if (rows === 0) return above + NO_ROWS
  if (view !== 'table') return above + PICTURE
  // The scroll bar of wide results covers no row.
  return above + Math.min(rows + 1, MOST_ROWS) * ROW + 14
}
