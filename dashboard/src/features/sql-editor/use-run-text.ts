import { useRef, useState, type RefObject } from 'react'
import type { SqlEditorController } from '../../components/sql-editor/create-sql-editor.ts'
import { findConcerns, type Catalogue, type Concerns } from './concerns.ts'
import { securing } from './open-tables.ts'
import { failurePlace } from './failure-place.ts'
import type { Run, RunRequest, RunStore } from './run-store.ts'
import { statementAt } from './statement-at.ts'

/** `selection` runs the selected text or else all; `statement` runs the one at the cursor. */
export type RunTarget = 'selection' | 'statement'

type Options = {
  snippetId: string
  controller: RefObject<SqlEditorController | null>
  runs: RunStore
  catalogue: Catalogue
  exposedSchemas: readonly string[]
  isReadOnly: boolean
  /** The rest of a run's request. */
  how: Omit<RunRequest, 'sql' | 'start'>
  /** Called with each finished run. */
  onEnded: (run: Run) => void
}

type Asked = { request: RunRequest; concerns: Concerns }

/** Runs the text of the editor, after a question if it could do more than intended. */
export function useRunText({ snippetId, controller, runs, how, ...options }: Options) {
  const [asked, setAsked] = useState<Asked | undefined>()
  const checking = useRef(false)

  const start = async (request: RunRequest) => {
    setAsked(undefined)
    controller.current?.clearErrors()
    const text = controller.current?.text()
    const ended = await runs.start(snippetId, request)
    if (ended) options.onEnded(ended)
    if (ended?.state !== 'failed' || ended.failure.details === null) return
    const place = failurePlace(request, ended.failure.details)
    // If the text changed during the run, the position may no longer match.
    if (place === undefined || controller.current?.text() !== text) return
    controller.current?.markError(place.start, ended.failure.message, place.end)
  }
  const run = async (target: RunTarget) => {
    const editor = controller.current
    if (editor === null || runs.of(snippetId)?.state === 'running' || checking.current) return
    const part = partOf(editor, target)
    if (part === undefined || part.sql.trim() === '') return
    const request = { ...part, ...how }
    // A read-only role can neither destroy nor create anything.
    if (options.isReadOnly) return void start(request)
    checking.current = true
    const { catalogue, exposedSchemas } = options
    const concerns = await findConcerns(part.sql, { catalogue, exposedSchemas })
    checking.current = false
    if (concerns.dangers.length + concerns.openTables.length > 0) setAsked({ request, concerns })
    else void start(request)
  }
  return {
    concerns: asked?.concerns,
    run: (target: RunTarget) => void run(target),
    dismiss: () => setAsked(undefined),
    confirm: () => void (asked && start(asked.request)),
    secure: () => void (asked && start(secured(asked))),
  }
}

function partOf(
  editor: SqlEditorController,
  target: RunTarget,
): Pick<RunRequest, 'sql' | 'start'> | undefined {
  if (target === 'statement') return statementAt(editor.text(), editor.cursor())
  const selection = editor.selection()
  if (selection) return { sql: selection.text, start: selection.start }
  return { sql: editor.text(), start: { line: 1, column: 1 } }
}

const secured = ({ request, concerns }: Asked) => ({
  ...request,
  sql: request.sql + securing(concerns.openTables),
})
