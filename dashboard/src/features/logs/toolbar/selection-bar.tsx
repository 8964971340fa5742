import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { toEventsJson, toLines } from '../table/copy-events.ts'
import type { RowSelection } from '../table/use-row-selection.ts'

/** Copies the selected events as one line each. */
export async function copySelection(selection: RowSelection) {
  const rows = selection.rows()
  if (await copyText(toLines(rows)))
    toast.success(rows.length === 1 ? 'Event copied' : `${formatCount(rows.length)} events copied`)
}

/** Copies the selected events, or clears the selection. */
export function SelectionBar({ selection }: { selection: RowSelection }) {
  const { count } = selection
  const copyJson = async () => {
    if (await copyText(toEventsJson(selection.rows()))) toast.success('Copied as JSON')
  }
  return (
    <div
      role="toolbar"
      aria-label="Selected events"
      className="flex flex-wrap items-center gap-2 border-b bg-accent-soft px-4 py-1.5 text-xs sm:px-6"
    >
      <span aria-live="polite" className="font-medium tabular-nums">
        {count === 1 ? '1 event selected' : `${formatCount(count)} events selected`}
      </span>
      <Button size="sm" onClick={() => void copySelection(selection)}>
        Copy
      </Button>
      <Button size="sm" onClick={() => void copyJson()}>
        Copy as JSON
      </Button>
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  )
}
