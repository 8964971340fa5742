import { useEffect, useMemo, useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Markdown } from '../../../ui/display/markdown.tsx'
import type { CellActions, PlacedCell } from './cell-actions.ts'
import { CellFrame } from './cell-frame.tsx'

type MarkdownCellViewProps = { placed: PlacedCell; actions: CellActions }

const PROSE =
  'max-w-prose px-3 py-2 text-sm whitespace-normal [&_[aria-level="2"]]:text-xl [&_[aria-level="3"]]:text-lg [&_[aria-level="4"]]:text-base'

/** Prose, which a double click or Enter opens for editing. */
export function MarkdownCellView({ placed, actions }: MarkdownCellViewProps) {
  const { cell, isEditing, isLocked } = placed
  const field = useRef<HTMLTextAreaElement>(null)
  const prose = useMemo(() => <Markdown text={cell.text} className={PROSE} />, [cell.text])
  useEffect(() => {
    if (isEditing) field.current?.focus()
  }, [isEditing])
  return (
    <CellFrame
      placed={placed}
      actions={actions}
      tools={
        isEditing && (
          <Button size="sm" onClick={() => actions.leave(cell.id)}>
            Done
          </Button>
        )
      }
    >
      {isEditing ? (
        <textarea
          ref={field}
          aria-label="Markdown"
          defaultValue={cell.text}
          rows={rowsOf(cell.text)}
          onChange={(event) => {
            const { value } = event.currentTarget
            event.currentTarget.rows = rowsOf(value)
            actions.type(cell.id, () => value)
          }}
          className="block w-full resize-y rounded-b-md bg-surface px-3 py-2 font-mono text-sm outline-none"
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter and the menu of the cell do the same
        <div onDoubleClick={() => !isLocked && actions.edit(cell.id)}>
          {cell.text.trim() === '' ? (
            <p className="px-3 py-2 text-muted">Empty Markdown cell</p>
          ) : (
            prose
          )}
        </div>
      )}
    </CellFrame>
  )
}

const MOST_ROWS = 24
const rowsOf = (text: string) =>
  Math.max(4, Math.min(MOST_ROWS, text.slice(0, 20_000).split('\n').length + 1))
