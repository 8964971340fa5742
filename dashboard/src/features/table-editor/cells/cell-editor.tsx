import type { Column, ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { dateKind } from '../../../components/result-grid/cell-type.ts'
import { indentJson } from '../../../components/result-grid/json-text.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Calendar, dayOf, withDay } from '../../../ui/inputs/date-picker.tsx'
import { Kbd } from '../../../ui/display/kbd.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '../../../ui/overlays/popover.tsx'
import { cellInputOf, cellOf, inputProblem, nowFor } from './cell-input.ts'
import { ChoiceList } from './choice-list.tsx'
import { defaultOf } from './default-value.ts'
import { ReferenceList } from './reference-list.tsx'

type CellEditorProps = {
  projectRef: string
  column: Column
  /** The single-column foreign key of this column, if any. */
  reference: ForeignKey | undefined
  value: Cell
  /** The character typed to open the editor, which replaces the value. */
  seed: string | undefined
  onCommit: (value: Cell, move: 'stay' | 'down' | 'next' | 'previous') => void
  onCancel: () => void
}

/**
 * The editor over a cell. Enter and leaving the cell save, Escape cancels, Shift+Enter inserts a
 * line break. NULL, the default and empty text have separate actions, so that none of them has to
 * be typed as a word.
 */
export function CellEditor({ column, value, seed, onCommit, onCancel, ...props }: CellEditorProps) {
  const { projectRef, reference } = props
  const input = cellInputOf(column)
  const [text, setText] = useState(
    seed ?? (input === 'json' ? indentJson(value ?? '') : (value ?? '')),
  )
  const [problem, setProblem] = useState<string | undefined>()
  const isTouched = useRef(seed !== undefined)
  const preset = defaultOf(column)
  const kind = dateKind(column.type)
  const hasDay = kind === 'date' || kind === 'timestamp'

  // A value with a reference is only committed by the list.
  const commit = (move: 'stay' | 'down' | 'next' | 'previous') => {
    if (!isTouched.current || text === value || reference !== undefined) {
      onCommit(value, move)
      return
    }
    const found = inputProblem(column, text)
    setProblem(found)
    if (found === undefined) onCommit(cellOf(input, text), move)
  }
  const type = (next: string) => {
    isTouched.current = true
    // JSON is checked while it is typed, because its mistakes are hard to see.
    setProblem(input === 'json' ? inputProblem(column, next) : undefined)
    setText(next)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // In React's tree the panel is inside the cell, so the grid would also handle these keys.
    event.stopPropagation()
    if (event.key === 'Escape') onCancel()
    const isBreak = event.shiftKey || event.altKey
    if (event.key === 'Enter' && !isBreak && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault()
      commit('down')
    }
    if (event.key === 'Tab' && event.target instanceof HTMLTextAreaElement && !event.altKey) {
      event.preventDefault()
      commit(event.shiftKey ? 'previous' : 'next')
    }
  }
  const choices = choicesOf(column)
  const lines = Math.min(14, Math.max(1, text.split('\n').length, Math.ceil(text.length / 56)))
  return (
    <Popover open onOpenChange={(open) => !open && commit('stay')}>
      <PopoverAnchor asChild>
        <div className="size-full bg-raised" />
      </PopoverAnchor>
      <PopoverContent
        sideOffset={-31}
        onKeyDown={handleKeyDown}
        onInteractOutside={(event) => {
          event.preventDefault()
          commit('stay')
        }}
        onEscapeKeyDown={(event) => event.preventDefault()}
        className={classNames(
          'w-auto max-w-[90vw] min-w-(--radix-popover-trigger-width) animate-none border-focus p-0',
          input === 'json' && 'w-md',
        )}
      >
        {reference !== undefined && (
          <ReferenceList
            projectRef={projectRef}
            reference={reference}
            column={column}
            value={value}
            seed={seed}
            onChoose={(next) => {
              const found = inputProblem(column, next)
              setProblem(found)
              if (found === undefined) onCommit(next, 'down')
            }}
          />
        )}
        {choices === undefined && reference === undefined && (
          <textarea
            aria-label={column.name}
            aria-invalid={problem !== undefined}
            rows={input === 'json' ? Math.max(6, lines) : lines}
            value={text}
            placeholder={value === null ? 'NULL' : undefined}
            spellCheck={false}
            onFocus={({ target }) => {
              if (seed === undefined) target.select()
              if (seed !== undefined) target.setSelectionRange(seed.length, seed.length)
            }}
            onChange={(event) => type(event.target.value)}
            className={classNames(
              'block w-full min-w-56 resize-none bg-transparent px-2.5 py-1.5 font-mono text-xs leading-5 outline-none',
              (input === 'long-text' || input === 'json') && 'min-w-80 resize',
            )}
          />
        )}
        {choices !== undefined && reference === undefined && (
          <ChoiceList
            label={column.name}
            choices={choices}
            value={value}
            onChoose={(next) => onCommit(next, 'down')}
          />
        )}
        {hasDay && reference === undefined && (
          <div className="border-t">
            <Calendar
              value={dayOf(text)}
              onValueChange={(day) => type(withDay(text, day, kind === 'date' ? '' : '00:00:00'))}
            />
          </div>
        )}
        {problem !== undefined && (
          <p role="alert" className="border-t px-2.5 py-1 text-xs text-danger-text">
            {problem}
          </p>
        )}
        <footer className="flex items-center gap-1 border-t bg-sunken px-1.5 py-1">
          {input === 'json' && text !== indentJson(text) && (
            <Button size="sm" variant="ghost" onClick={() => type(indentJson(text))}>
              Format
            </Button>
          )}
          {column.is_nullable && choices === undefined && (
            <Button size="sm" variant="ghost" onClick={() => onCommit(null, 'stay')}>
              NULL
            </Button>
          )}
          {preset.kind === 'literal' && (
            <Button size="sm" variant="ghost" onClick={() => onCommit(preset.value, 'stay')}>
              Default
            </Button>
          )}
          {input === 'long-text' && (
            <Button size="sm" variant="ghost" onClick={() => onCommit('', 'stay')}>
              Empty
            </Button>
          )}
          {input === 'date' && (
            <Button size="sm" variant="ghost" onClick={() => type(nowFor(column.type, new Date()))}>
              Now
            </Button>
          )}
          <span className="ml-auto flex items-center gap-1.5 pl-3 text-2xs whitespace-nowrap text-muted max-sm:hidden">
            <Kbd shortcut="Enter" /> save <Kbd shortcut="Esc" /> cancel
          </span>
          <Button size="sm" variant="primary" className="sm:hidden" onClick={() => commit('stay')}>
            Save
          </Button>
        </footer>
      </PopoverContent>
    </Popover>
  )
}

function choicesOf(column: Column): { value: Cell; label: string }[] | undefined {
  const none = column.is_nullable ? [{ value: null, label: 'NULL' }] : []
  const input = cellInputOf(column)
  if (input === 'boolean') {
    return [{ value: 't', label: 'true' }, { value: 'f', label: 'false' }, ...none]
  }
  if (input !== 'choice') return undefined
  return [...(column.enum_values ?? []).map((value) => ({ value, label: value })), ...none]
}
