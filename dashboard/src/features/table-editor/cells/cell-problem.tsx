import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import type { RejectedCell, RowEdits } from '../session/edit-queue.ts'
import type { TableSession } from '../session/use-table-session.ts'

type CellProblemProps = {
  session: TableSession
  edits: RowEdits
  column: string
  rejected: RejectedCell | undefined
}

/**
 * A popover next to the cell that explains why its edit is not saved, and what to do. It opens by
 * itself.
 */
export function CellProblem({ session, edits, column, rejected }: CellProblemProps) {
  const [isOpen, setIsOpen] = useState(true)
  const { state } = edits.progress
  if (state === 'conflict')
    return <span className="cell-mark is-rejected" title="Changed elsewhere" />
  if (rejected === undefined && state === 'idle') return null
  const close = () => setIsOpen(false)
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <button
          type="button"
          tabIndex={-1}
          aria-label={rejected === undefined ? 'Not saved yet' : 'This edit was rejected'}
          className={rejected === undefined ? 'cell-mark is-unsaved' : 'cell-mark is-rejected'}
        />
      </PopoverTrigger>
      <PopoverContent
        align="start"
        className="grid gap-2 text-xs"
        // The user is still typing in the grid, so the popover must not take the focus.
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {rejected === undefined ? (
          <>
            <p className="font-medium">Not saved</p>
            <p className="text-muted">
              {edits.progress.state === 'unsaved' && edits.progress.message} Your edit is kept here.
            </p>
            <div className="flex gap-2">
              <Button size="sm" variant="primary" onClick={() => session.edits.retry(edits.id)}>
                Retry
              </Button>
              <Button size="sm" onClick={() => session.edits.discard(edits.id)}>
                Discard
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="font-medium break-words">{rejected.message}</p>
            <p className="break-words text-muted">
              {rejected.value === null ? 'NULL' : `“${rejected.value.slice(0, 200)}”`} was not
              saved. <span className="font-mono">{rejected.code}</span>
            </p>
            <div>
              <Button
                size="sm"
                onClick={() => {
                  close()
                  session.edits.dismissRejection(edits.id, column)
                }}
              >
                Dismiss
              </Button>
            </div>
          </>
        )}
      </PopoverContent>
    </Popover>
  )
}
