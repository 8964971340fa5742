import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import type { RowEdits } from '../session/edit-queue.ts'
import type { TableSession } from '../session/use-table-session.ts'

/** Lists the unsaved edits, including those of rows that are scrolled out of view. */
export function ProblemsBar({ session }: { session: TableSession }) {
  const { edits } = session
  const pending = useSyncExternalStore(edits.subscribe, edits.pending)
  const unsaved = pending.filter(({ progress }) => progress.state === 'unsaved')
  if (unsaved.length === 0) return null
  const each = (act: (id: string) => void) => () => {
    for (const { id } of unsaved) act(id)
  }
  const count = unsaved.reduce((sum, { cells }) => sum + cells.size, 0)
  return (
    <div
      role="alert"
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-warning-soft px-3 py-1 text-xs"
    >
      <TriangleAlert className="size-4 text-warning-text" />
      <span>
        {count} {count === 1 ? 'edit is' : 'edits are'} not saved yet. {reasonOf(unsaved)}
      </span>
      <div className="ml-auto flex gap-2">
        <Button size="sm" onClick={each(edits.discard)}>
          Discard
        </Button>
        <Button size="sm" variant="primary" onClick={each(edits.retry)}>
          Retry
        </Button>
      </div>
    </div>
  )
}

function reasonOf([first]: readonly RowEdits[]): string {
  return first?.progress.state === 'unsaved' ? first.progress.message : ''
}
