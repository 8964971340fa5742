import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import type { EditQueue, RowEdits } from '../session/edit-queue.ts'

/** Lists the edits that are not saved, including those of rows that are scrolled out of view. */
export function ProblemsBar({ edits }: { edits: EditQueue }) {
  const pending = useSyncExternalStore(edits.subscribe, edits.pending)
  const refused = useSyncExternalStore(edits.subscribe, edits.refused)
  const unsaved = pending.filter(({ progress }) => progress.state === 'unsaved')
  return (
    <>
      {unsaved.length > 0 && (
        <Bar
          role="alert"
          text={`${countOf(unsaved, 'cells', 'edit is', 'edits are')} not saved yet. ${reasonOf(unsaved)}`}
        >
          <Button size="sm" onClick={() => unsaved.forEach(({ id }) => edits.discard(id))}>
            Discard
          </Button>
          <Button
            size="sm"
            variant="primary"
            onClick={() => unsaved.forEach(({ id }) => edits.retry(id))}
          >
            Retry
          </Button>
        </Bar>
      )}
      {refused.length > 0 && (
        // The reason is announced at the cell.
        <Bar
          role="status"
          text={`${countOf(refused, 'rejected', 'value', 'values')} could not be saved. Correct the marked ${refused.length === 1 ? 'cell' : 'cells'} or discard the change.`}
        >
          <Button
            size="sm"
            onClick={() => {
              for (const { id, rejected } of refused)
                for (const column of rejected.keys()) edits.dismissRejection(id, column)
            }}
          >
            Discard
          </Button>
        </Bar>
      )}
    </>
  )
}

type BarProps = { role: 'alert' | 'status'; text: string; children: ReactNode }

const Bar = ({ role, text, children }: BarProps) => (
  <div
    role={role}
    className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-warning-soft px-3 py-1 text-xs"
  >
    <TriangleAlert className="size-4 shrink-0 text-warning-text" />
    <span className="min-w-0 flex-1 basis-40">{text}</span>
    <div className="ml-auto flex gap-2">{children}</div>
  </div>
)

function countOf(
  rows: readonly RowEdits[],
  part: 'cells' | 'rejected',
  one: string,
  many: string,
): string {
  const count = rows.reduce((sum, row) => sum + row[part].size, 0)
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

function reasonOf([first]: readonly RowEdits[]): string {
  return first?.progress.state === 'unsaved' ? first.progress.message : ''
}
