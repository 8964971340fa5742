import { useEffect, useMemo, useState } from 'react'
import { CellText } from '../../../components/result-grid/cell-text.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../../ui/overlays/dialog.tsx'
import { planPaste } from '../grid/paste-plan.ts'
import type { PastePlan, PlannedCell } from '../grid/paste-plan.ts'
import type { IdentifiedRow } from '../session/page-cache.ts'
import type { SessionView } from '../session/session-view.ts'
import type { TableAccess } from '../session/table-access.ts'
import { rowsInFull, writeBlock } from '../session/write-block.ts'
import type { PendingPaste } from './use-block-edits.ts'

type PasteDialogProps = {
  session: SessionView
  access: TableAccess
  paste: PendingPaste
  onClose: () => void
}

/** Rows of the preview; the problems are listed for all. */
const MOST_SHOWN = 30
const MOST_PROBLEMS = 8

/** Shows which cells a pasted block will write, and writes them together. */
export function PasteDialog({ session, access, paste, onClose }: PasteDialogProps) {
  const { block, columns, firstRow } = paste
  const [empty, setEmpty] = useState<'null' | 'text'>('null')
  const [leavesOut, setLeavesOut] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | undefined>()
  const { rows, error } = useTargetRows(session, paste)
  const plan = useMemo(
    () =>
      rows &&
      planPaste({ block, columns, rowsLeft: rows.length, canInsert: access.canInsert, empty }),
    [rows, block, columns, access.canInsert, empty],
  )
  const hasEmptyText = !block.isExact && block.cells.some((row) => row.some((cell) => cell === ''))
  const write = async () => {
    if (plan === undefined || rows === undefined) return
    setIsPending(true)
    const isGood = ({ problem }: PlannedCell) => problem === undefined
    const cells = plan.rows.map((row) => row.filter(isGood))
    const result = await writeBlock(session, {
      label: 'pasted cells',
      updates: rows.map((row, index) => ({
        row,
        cells: new Map((cells[index] ?? []).map(({ column, value }) => [column, value])),
      })),
      inserts: cells
        .slice(rows.length)
        .filter((row, index) => row.length > 0 || plan.rows[rows.length + index]?.length === 0)
        .map((row) => Object.fromEntries(row.map(({ column, value }) => [column, value]))),
    })
    setIsPending(false)
    if (result.state === 'saved' || result.state === 'held' || result.state === 'unchanged') {
      const undo = result.state === 'saved' ? result.undo : undefined
      if (undo)
        toast.success('Cells pasted', {
          id: 'table-undo',
          action: { label: 'Undo', onClick: () => void undo() },
        })
      onClose()
      return
    }
    setFailure(result.state === 'conflict' ? CHANGED : result.message)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !isPending && onClose()}>
      <DialogContent
        size="xl"
        title="Paste cells"
        description={plan && summary(plan, session.review.isOn())}
      >
        <DialogBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {error !== undefined && (
            <p role="alert" className="text-danger-text">
              Could not read the rows. {error}
            </p>
          )}
          {plan === undefined && error === undefined && <Skeleton className="h-24 w-full" />}
          {plan && <Preview plan={plan} firstRow={firstRow} stored={rows?.length ?? 0} />}
          {plan && plan.problems > 0 && <Problems plan={plan} firstRow={firstRow} />}
          {hasEmptyText && (
            <div className="flex items-center gap-2 text-xs">
              <span id="empty-cells">Empty cells of text columns</span>
              <Select
                aria-labelledby="empty-cells"
                value={empty}
                options={[
                  { value: 'null', label: 'NULL' },
                  { value: 'text', label: 'Empty text' },
                ]}
                onValueChange={setEmpty}
              />
            </div>
          )}
          {plan && plan.problems > 0 && (
            <label htmlFor="leave-out" className="flex items-center gap-2 text-xs">
              <Checkbox
                id="leave-out"
                checked={leavesOut}
                onCheckedChange={(checked) => setLeavesOut(checked === true)}
              />
              Leave out cells with problems
            </label>
          )}
          {failure !== undefined && (
            <p role="alert" className="text-xs text-danger-text">
              No cell was changed. {failure}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button
            variant="primary"
            pending={isPending}
            disabled={plan === undefined || (plan.problems > 0 && !leavesOut)}
            onClick={() => void write()}
          >
            Paste
          </Button>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

const CHANGED = 'Someone else changed one of these rows. Refresh the table, then paste again.'

/** The stored rows that the block covers, as many as there are. */
function useTargetRows(session: SessionView, { block, columns, firstRow }: PendingPaste) {
  const [rows, setRows] = useState<IdentifiedRow[] | undefined>()
  const [error, setError] = useState<string | undefined>()
  useEffect(() => {
    let isClosed = false
    const read = async () => {
      try {
        // An estimate can be too low, and stored rows must not be taken for new ones.
        const isExact = session.cache.total()?.is_exact === true
        const stored = isExact ? session.storedCount() : Infinity
        const last = Math.min(firstRow + block.cells.length, stored) - 1
        const names = columns.map(({ name }) => name)
        const found =
          last < firstRow
            ? []
            : await rowsInFull(session, { first: firstRow, last, columns: names })
        if (!isClosed) setRows(found)
      } catch (cause) {
        if (!isClosed) setError(errorMessage(cause))
      }
    }
    void read()
    return () => {
      isClosed = true
    }
  }, [session, block, columns, firstRow])
  return { rows, error }
}

function summary(plan: PastePlan, isCollected: boolean): string {
  const cells = plan.rows.reduce((sum, row) => sum + row.length, 0)
  const parts = [
    `${formatCount(cells)} ${cells === 1 ? 'cell' : 'cells'} in ${formatCount(plan.rows.length)} ${plan.rows.length === 1 ? 'row' : 'rows'}`,
    ...(plan.added > 0
      ? [`${formatCount(plan.added)} new ${plan.added === 1 ? 'row' : 'rows'}`]
      : []),
    ...(plan.cutColumns > 0
      ? [
          `${formatCount(plan.cutColumns)} ${plan.cutColumns === 1 ? 'column' : 'columns'} beyond the last one left out`,
        ]
      : []),
  ]
  const end = isCollected
    ? 'They are added to your unsaved changes.'
    : 'All are saved together, or none.'
  return `${parts.join(', ')}. ${end}`
}

type PartProps = { plan: PastePlan; firstRow: number }

function Preview({ plan, firstRow, stored }: PartProps & { stored: number }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label="Preview"
      className="max-h-72 overflow-auto rounded-md border"
    >
      <table className="w-full text-left text-xs">
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr>
            <th className="px-2 py-1 font-normal">Row</th>
            {plan.columns.map(({ name }) => (
              <th key={name} className="px-2 py-1 font-mono font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="font-mono">
          {plan.rows.slice(0, MOST_SHOWN).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- pasted rows have no name but their place
            <tr key={index} className="border-t">
              <td className="px-2 py-1 text-muted tabular-nums">
                {index < stored ? formatCount(firstRow + index + 1) : 'New'}
              </td>
              {plan.columns.map(({ name }) => (
                <PreviewCell key={name} cell={row.find(({ column }) => column === name)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {plan.rows.length > MOST_SHOWN && (
        <p className="border-t px-2 py-1 text-xs text-muted">
          {formatCount(plan.rows.length - MOST_SHOWN)} more rows
        </p>
      )}
    </div>
  )
}

function PreviewCell({ cell }: { cell: PlannedCell | undefined }) {
  if (cell === undefined) return <td className="px-2 py-1 text-muted">default</td>
  const isBad = cell.problem !== undefined
  return (
    <td
      title={cell.problem}
      className={`max-w-60 truncate px-2 py-1 ${isBad ? 'bg-danger-soft text-danger-text' : ''}`}
    >
      <CellText value={cell.value} />
      {isBad && <span className="sr-only">, {cell.problem}</span>}
    </td>
  )
}

function Problems({ plan, firstRow }: PartProps) {
  const found = plan.rows.flatMap((row, index) =>
    row.flatMap(({ column, problem }) =>
      problem === undefined
        ? []
        : [{ key: `${index} ${column}`, row: firstRow + index + 1, column, problem }],
    ),
  )
  return (
    <ul role="alert" className="grid gap-0.5 text-xs text-danger-text">
      {found.slice(0, MOST_PROBLEMS).map(({ key, row, column, problem }) => (
        <li key={key}>
          Row {formatCount(row)}, <span className="font-mono">{column}</span>: {problem}
        </li>
      ))}
      {found.length > MOST_PROBLEMS && (
        <li>{formatCount(found.length - MOST_PROBLEMS)} more problems</li>
      )}
    </ul>
  )
}
