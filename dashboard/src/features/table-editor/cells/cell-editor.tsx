import type { Column, ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { dateKind } from '../../../components/result-grid/cell-type.ts'
import { indentJson } from '../../../components/result-grid/json-text.ts'
import { classNames } from '../../../lib/class-names.ts'
import { dayOf, withDay } from '../../../ui/inputs/date-text.ts'
import { LazyCalendar } from '../../../ui/inputs/lazy-calendar.tsx'
import { useUnsavedInput } from '../../../ui/forms/unsaved-forms.ts'
import { Popover, PopoverAnchor, PopoverContent } from '../../../ui/overlays/popover.tsx'
import { cellInputOf, cellOf, inputProblem } from './cell-input.ts'
import { ChoiceList } from './choice-list.tsx'
import { EditorFooter } from './editor-footer.tsx'
import { restoreLineEnds } from './line-ends.ts'
import { LazyReferenceList } from './lazy-reference-list.tsx'

type CellEditorProps = {
  projectRef: string
  column: Column
  /** The single-column foreign key of this column, if any. */
  reference: ForeignKey | undefined
  value: Cell
  /** The character typed to open the editor, which replaces the value. */
  seed: string | undefined
  /** A value typed before that was not saved, and why. The editor opens with it. */
  refused: { readonly value: Cell; readonly message: string } | undefined
  onCommit: (value: Cell, move: Move) => void
  onCancel: () => void
  /** Called with typed text if the editor is closed without saving or canceling it. */
  onAbandon: (text: string) => void
}

type Move = 'stay' | 'down' | 'next' | 'previous'

/**
 * The editor over a cell. Enter and leaving the cell save, Escape cancels, Shift+Enter inserts a
 * line break. NULL, the default and empty text have separate actions, so that none of them has to
 * be typed as a word.
 */
export function CellEditor({ column, value, onCommit, onCancel, ...props }: CellEditorProps) {
  const { projectRef, reference } = props
  const input = cellInputOf(column)
  const kind = dateKind(column.type)
  const choices = choicesOf(column)
  const isList = choices !== undefined || reference !== undefined
  const seed = props.seed ?? props.refused?.value ?? undefined
  const [opened] = useState(input === 'json' ? indentJson(value ?? '') : (value ?? ''))
  const [text, setText] = useState(seed ?? opened)
  const [problem, setProblem] = useState(
    props.seed === undefined ? props.refused?.message : undefined,
  )
  const isTouched = useRef(seed !== undefined)
  const draft = useDraft(props.onAbandon)

  const finish = (next: Cell, move: Move) => {
    draft.clear()
    onCommit(next, move)
  }
  const commit = (move: Move) => {
    // Only the list commits one of its values: typed keys move in it.
    // JSON is indented in the editor. If nothing else changed, it stays as it is stored.
    if (!isTouched.current || isList || (value !== null && (text === value || text === opened))) {
      finish(value, move)
      return
    }
    const found = inputProblem(column, text)
    setProblem(found)
    if (found === undefined) finish(cellOf(input, text), move)
  }
  const type = (typed: string) => {
    const next = restoreLineEnds(value ?? '', typed)
    isTouched.current = true
    draft.keep(next)
    // JSON is checked while it is typed, because its mistakes are hard to see.
    setProblem(input === 'json' ? inputProblem(column, next) : undefined)
    setText(next)
  }
  const cancel = () => {
    draft.clear()
    onCancel()
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // In React's tree the panel is inside the cell, so the grid would also handle these keys.
    event.stopPropagation()
    if (event.key === 'Escape') cancel()
    const move = moveOf(event)
    if (move === undefined) return
    event.preventDefault()
    commit(move)
  }
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
          if (isList) onCancel()
          else commit('stay')
        }}
        onEscapeKeyDown={(event) => event.preventDefault()}
        className={classNames(
          'max-w-[90vw] min-w-(--radix-popover-trigger-width) animate-none border-focus p-0',
          input === 'json' ? 'w-md' : 'w-auto',
        )}
      >
        {reference !== undefined && (
          <LazyReferenceList
            projectRef={projectRef}
            reference={reference}
            column={column}
            value={value}
            seed={seed}
            onChoose={(next) => {
              const found = inputProblem(column, next)
              setProblem(found)
              if (found === undefined) finish(next, 'down')
            }}
          />
        )}
        {!isList && (
          <CellText
            column={column}
            text={text}
            isNull={value === null}
            isInvalid={problem !== undefined}
            isSelected={seed === undefined}
            onType={type}
          />
        )}
        {choices !== undefined && reference === undefined && (
          <ChoiceList
            label={column.name}
            choices={choices}
            value={value}
            seed={seed}
            onChoose={(next) => finish(next, 'down')}
          />
        )}
        {(kind === 'date' || kind === 'timestamp') && reference === undefined && (
          <div className="border-t">
            <LazyCalendar
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
        <EditorFooter
          column={column}
          text={text}
          isList={choices !== undefined}
          onType={type}
          onValue={(next) => finish(next, 'stay')}
          onSave={() => commit('stay')}
          onCancel={cancel}
        />
      </PopoverContent>
    </Popover>
  )
}

/** Where a key in the text moves after it has saved the value; undefined for other keys. */
function moveOf({ key, target, shiftKey, altKey }: KeyboardEvent<HTMLElement>): Move | undefined {
  if (!(target instanceof HTMLTextAreaElement) || altKey) return undefined
  if (key === 'Enter' && !shiftKey) return 'down'
  if (key !== 'Tab') return undefined
  return shiftKey ? 'previous' : 'next'
}

type CellTextProps = {
  column: Column
  text: string
  isNull: boolean
  isInvalid: boolean
  /** Whether the text is selected at first, so that typing replaces it. */
  isSelected: boolean
  onType: (text: string) => void
}

function CellText({ column, text, isNull, isInvalid, isSelected, onType }: CellTextProps) {
  const input = cellInputOf(column)
  const lines = Math.min(14, Math.max(1, text.split('\n').length, Math.ceil(text.length / 56)))
  return (
    <textarea
      aria-label={column.name}
      aria-invalid={isInvalid}
      rows={input === 'json' ? Math.max(6, lines) : lines}
      value={text}
      placeholder={isNull ? 'NULL' : undefined}
      spellCheck={false}
      onFocus={({ target }) => {
        if (isSelected) target.select()
        else target.setSelectionRange(text.length, text.length)
      }}
      onChange={(event) => onType(event.target.value)}
      className={classNames(
        'block w-full bg-transparent px-2.5 py-1.5 font-mono text-xs leading-5 outline-none',
        input === 'long-text' || input === 'json' ? 'min-w-80 resize' : 'min-w-56 resize-none',
      )}
    />
  )
}

/**
 * The typed text until it is saved or canceled. If the editor is closed before, for example by
 * another page, the text is passed on; the browser asks before it closes the page.
 */
function useDraft(onAbandon: (text: string) => void) {
  const typed = useRef<string>(undefined)
  const abandon = useEffectEvent((text: string) => onAbandon(text))
  useUnsavedInput((way) => way === 'reload' && typed.current !== undefined)
  useEffect(
    () => () => {
      if (typed.current !== undefined) abandon(typed.current)
    },
    [],
  )
  return {
    keep(text: string) {
      typed.current = text
    },
    clear() {
      typed.current = undefined
    },
  }
}

function choicesOf(column: Column): { value: Cell; label: string }[] | undefined {
  const none = column.is_nullable ? [{ value: null, label: 'NULL' }] : []
  const input = cellInputOf(column)
  if (input === 'boolean') {
    return [{ value: 't', label: 'true' }, { value: 'f', label: 'false' }, ...none]
  }
  if (input !== 'choice') return undefined
  return [
    ...(column.enum_values ?? []).map((value) => ({ value, label: value || 'Empty text' })),
    ...none,
  ]
}
