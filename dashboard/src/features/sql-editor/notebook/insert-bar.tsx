import { Plus } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Cell } from './cells.ts'

type InsertBarProps = {
  /** The place of the new cell, for its accessible name. */
  place: string
  /** Whether the buttons appear only under the pointer or with the focus. */
  isQuiet: boolean
  onInsert: (kind: Cell['kind']) => void
}

/** Adds a cell between two others, or at the end. */
export function InsertBar({ place, isQuiet, onInsert }: InsertBarProps) {
  return (
    <div
      className={classNames(
        'flex items-center justify-center gap-2 transition-opacity',
        isQuiet
          ? 'h-4 opacity-0 focus-within:opacity-100 hover:opacity-100 pointer-coarse:pointer-events-none'
          : 'h-12',
      )}
    >
      <Button
        size="sm"
        className={isQuiet ? 'z-10' : ''}
        aria-label={`Add SQL ${place}`}
        onClick={() => onInsert('sql')}
      >
        <Plus className="size-3.5" /> SQL
      </Button>
      <Button
        size="sm"
        className={isQuiet ? 'z-10' : ''}
        aria-label={`Add Markdown ${place}`}
        onClick={() => onInsert('markdown')}
      >
        <Plus className="size-3.5" /> Markdown
      </Button>
    </div>
  )
}
