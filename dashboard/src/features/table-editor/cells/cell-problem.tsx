import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../../ui/overlays/popover.tsx'
import type { EditQueue, RejectedCell, RowEdits } from '../session/edit-queue.ts'
import { refusalReason } from './refusal-words.ts'

type CellProblemProps = {
  queue: EditQueue
  edits: RowEdits
  column: string
  rejected: RejectedCell | undefined
  /** Opens the editor with the refused value. Null if the cell can no longer be edited. */
  onEditAgain: (() => void) | null
}

/**
 * A popover next to the cell that explains why its edit is not saved, and what to do. It opens by
 * itself.
 */
export function CellProblem({ queue, edits, column, rejected, onEditAgain }: CellProblemProps) {
  const [isOpen, setIsOpen] = useState(true)
  const { state } = edits.progress
  if (state === 'conflict')
    return <span className="cell-mark is-rejected" title="Changed elsewhere" />
  if (rejected === undefined && (state === 'idle' || state === 'held')) return null
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
          <Unsaved queue={queue} edits={edits} />
        ) : (
          <Refused
            rejected={rejected}
            onEditAgain={
              onEditAgain &&
              (() => {
                setIsOpen(false)
                onEditAgain()
              })
            }
            onDiscard={() => {
              setIsOpen(false)
              queue.dismissRejection(edits.id, column)
            }}
          />
        )}
      </PopoverContent>
    </Popover>
  )
}

function Unsaved({ queue, edits: { id, progress } }: Pick<CellProblemProps, 'queue' | 'edits'>) {
  return (
    <>
      <p className="font-medium">Not saved</p>
      <p className="text-muted">
        {progress.state === 'unsaved' && progress.message} Your edit is kept here.
      </p>
      <div className="flex gap-2">
        <Button size="sm" variant="primary" onClick={() => queue.retry(id)}>
          Retry
        </Button>
        <Button size="sm" onClick={() => queue.discard(id)}>
          Discard
        </Button>
      </div>
    </>
  )
}

type RefusedProps = {
  rejected: RejectedCell
  onEditAgain: (() => void) | null
  onDiscard: () => void
}

function Refused({ rejected, onEditAgain, onDiscard }: RefusedProps) {
  const { value, code } = rejected
  return (
    <>
      <p className="font-medium wrap-anywhere">
        Could not save {value === null ? 'NULL' : quoted(value)}
      </p>
      <p className="wrap-anywhere text-muted">{refusalReason(rejected)}</p>
      <div className="flex gap-2">
        {onEditAgain !== null && (
          <Button size="sm" variant="primary" onClick={onEditAgain}>
            Edit again
          </Button>
        )}
        <Button size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
      {code !== undefined && (
        <details className="text-muted">
          <summary className="w-fit cursor-pointer hover:text-text">Details</summary>
          <p className="mt-1">
            Error code <span className="font-mono">{code}</span>
          </p>
        </details>
      )}
    </>
  )
}

/** The value as a person can read it, which can be a whole document. */
function quoted(value: string): string {
  if (value === '') return 'empty text'
  return `“${value.length > 100 ? `${value.slice(0, 100)}…` : value}”`
}
