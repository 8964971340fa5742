import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { indentJson } from '../../../components/result-grid/json-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { cellInputOf, nowFor } from './cell-input.ts'
import { defaultOf } from './default-value.ts'

type EditorFooterProps = {
  column: Column
  text: string
  /** Whether the values are selected from a list, which has NULL and needs no other button. */
  isList: boolean
  onType: (text: string) => void
  /** Saves a value that cannot be typed. */
  onValue: (value: Cell) => void
  onSave: () => void
  onCancel: () => void
}

/** Below the editor of a cell: values that have no spelling, and the keys that save and cancel. */
export function EditorFooter({ column, text, isList, onType, ...on }: EditorFooterProps) {
  const { onValue, onSave, onCancel } = on
  const input = cellInputOf(column)
  const preset = defaultOf(column)
  return (
    <footer className="flex items-center gap-1 border-t bg-sunken px-1.5 py-1">
      {input === 'json' && text !== indentJson(text) && (
        <Button size="sm" variant="ghost" onClick={() => onType(indentJson(text))}>
          Format
        </Button>
      )}
      {column.is_nullable && !isList && (
        <Button size="sm" variant="ghost" onClick={() => onValue(null)}>
          NULL
        </Button>
      )}
      {preset.kind === 'literal' && (
        <Button size="sm" variant="ghost" onClick={() => onValue(preset.value)}>
          Default
        </Button>
      )}
      {input === 'long-text' && (
        <Button size="sm" variant="ghost" onClick={() => onValue('')}>
          Empty
        </Button>
      )}
      {input === 'date' && (
        <Button size="sm" variant="ghost" onClick={() => onType(nowFor(column.type, new Date()))}>
          Now
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1.5 pl-3 text-2xs whitespace-nowrap text-muted max-sm:hidden">
        <Kbd shortcut="Enter" /> save <Kbd shortcut="Esc" /> cancel
      </span>
      <span className="ml-auto flex items-center gap-1 sm:hidden">
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        {!isList && (
          <Button size="sm" variant="primary" onClick={onSave}>
            Save
          </Button>
        )}
      </span>
    </footer>
  )
}
