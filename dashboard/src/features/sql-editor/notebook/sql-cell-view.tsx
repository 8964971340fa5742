import { Play, Square } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { HighlightedCode } from '../../../components/highlight/highlighted-code.tsx'
import type { Highlight } from '../../../components/highlight/highlighter.ts'
import type { CompletionSource } from '../../../components/sql-editor/completion-source.ts'
import type { SqlEditorController } from '../../../components/sql-editor/create-sql-editor.ts'
import { SqlEditor } from '../../../components/sql-editor/sql-editor.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Run, TextPosition } from '../run-store.ts'
import { useFormat } from '../use-format.ts'
import type { CellActions, PlacedCell } from './cell-actions.ts'
import { CellFrame } from './cell-frame.tsx'
import { CellResult } from './cell-result.tsx'
import type { SqlCell } from './cells.ts'

export type SqlCellViewProps = {
  projectRef: string
  placed: PlacedCell & { readonly cell: SqlCell }
  run: Run | undefined
  /** The file name of a download, without its extension. */
  name: string
  highlight: Highlight | undefined
  completion: CompletionSource
  /** Whether any cell runs. */
  isBusy: boolean
  actions: CellActions
  onSave: () => void
  onStop: () => void
  /** Reads what was typed before its editor is removed. */
  onFlush: () => void
}

/** A query and the result of its last run. Only the cell that is edited has a code editor. */
export function SqlCellView({ projectRef, placed, run, actions, ...props }: SqlCellViewProps) {
  const { cell, isEditing, isLocked } = placed
  const [goTo, setGoTo] = useState<TextPosition>()
  const isRunning = run?.state === 'running'
  return (
    <CellFrame
      placed={placed}
      actions={actions}
      tools={
        isRunning ? (
          <Button size="sm" onClick={props.onStop} disabled={run.isCancelling}>
            <Square className="size-3 fill-current" /> Cancel
          </Button>
        ) : (
          <Button
            size="sm"
            aria-label={`Run cell ${placed.index + 1}`}
            disabled={props.isBusy || (!isEditing && cell.text.trim() === '')}
            onClick={() => actions.run(cell.id)}
          >
            <Play className="size-3 fill-current" /> Run
          </Button>
        )
      }
    >
      {isEditing ? (
        <CellEditor
          cell={cell}
          goTo={goTo}
          onGone={() => {
            setGoTo(undefined)
            props.onFlush()
          }}
          actions={actions}
          completion={props.completion}
          onSave={props.onSave}
        />
      ) : (
        <Code
          text={cell.text}
          isLocked={isLocked}
          highlight={props.highlight}
          onEdit={() => actions.edit(cell.id)}
        />
      )}
      {run && (
        <CellResult
          projectRef={projectRef}
          cell={cell}
          run={run}
          name={props.name}
          onView={(view) => actions.setView(cell.id, view)}
          onCancel={props.onStop}
          onGoTo={(position) => {
            if (isLocked) return
            setGoTo(position)
            actions.edit(cell.id)
          }}
        />
      )}
    </CellFrame>
  )
}

type CodeProps = {
  text: string
  isLocked: boolean
  highlight: Highlight | undefined
  onEdit: () => void
}

/** A long text is cut here; the editor shows all of it. */
const LONGEST = 20_000

function Code({ text, isLocked, highlight, onEdit }: CodeProps) {
  const shown = text.slice(0, LONGEST)
  const code = (
    <code className="block px-3 py-3 font-mono text-sm break-words whitespace-pre-wrap">
      <HighlightedCode code={shown} language="sql" highlight={highlight} />
      {text.length > LONGEST && '\n…'}
    </code>
  )
  if (isLocked) return <pre>{code}</pre>
  return (
    <button
      type="button"
      title="Edit"
      onClick={onEdit}
      className="block max-h-120 w-full cursor-text overflow-y-auto rounded-b-md text-left -outline-offset-2"
    >
      {text.trim() === '' ? <span className="block px-3 py-3 text-muted">Write SQL</span> : code}
    </button>
  )
}

type CellEditorProps = {
  cell: SqlCell
  /** Where the cursor goes when the editor opens, or later. */
  goTo: TextPosition | undefined
  onGone: () => void
  actions: CellActions
  completion: CompletionSource
  onSave: () => void
}

function CellEditor({ cell, goTo, actions, completion, ...props }: CellEditorProps) {
  const controller = useRef<SqlEditorController>(null)
  const [lines, setLines] = useState(() => linesOf(cell.text))
  const latest = useRef({ goTo, onGone: props.onGone })
  useEffect(() => {
    latest.current = { goTo, onGone: props.onGone }
    if (goTo) controller.current?.goTo(goTo)
  }, [goTo, props.onGone])
  const ready = useCallback((next: SqlEditorController | null) => {
    controller.current = next
    if (next === null) return latest.current.onGone()
    if (latest.current.goTo) next.goTo(latest.current.goTo)
    else next.focus()
  }, [])
  const format = useFormat(controller)
  return (
    <div style={{ height: lines * LINE_HEIGHT + PADDING }}>
      <SqlEditor
        onReady={ready}
        initialText={cell.text}
        completion={completion}
        onChange={(read) => {
          setLines(linesOf(read()))
          actions.type(cell.id, read)
        }}
        onRun={() => actions.run(cell.id)}
        onSave={props.onSave}
        onFormat={() => void format()}
      />
    </div>
  )
}

const LINE_HEIGHT = 20
const PADDING = 24
const MOST_LINES = 22

const linesOf = (text: string) =>
  Math.max(3, Math.min(MOST_LINES, text.slice(0, 50_000).split('\n').length))
