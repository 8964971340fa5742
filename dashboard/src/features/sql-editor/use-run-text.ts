import type { QueryParameter } from '@stoa/contract/services/meta/query'
import { useRef, useState, type RefObject } from 'react'
import type { SqlEditorController } from '../../components/sql-editor/create-sql-editor.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { findConcerns, type Catalogue, type Concerns } from './concerns.ts'
import { securing } from './open-tables.ts'
import { failurePlace } from './failure-place.ts'
import { hasSeveralStatements, parameterNames } from './query-parameters.ts'
import type { Run, RunRequest, RunStore } from './run-store.ts'
import { statementAt } from './statement-at.ts'

/**
 * `selection` runs the selected text or else all; `statement` runs the one at the cursor. `explain`
 * and `analyze` show the plan of the selected text or else of the statement at the cursor.
 */
export type RunTarget = 'selection' | 'statement' | 'explain' | 'analyze'

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

const SELECT_ONE = 'Select one, or run the statement at the cursor.'

type Prompt = { readonly request: RunRequest; readonly names: readonly string[] }
type HeldRun = { request: RunRequest; concerns: Concerns }

/** Runs the text of the editor, after a question if it could do more than intended. */
export function useRunText({ snippetId, controller, runs, how, ...options }: Options) {
  const [asked, setAsked] = useState<HeldRun | undefined>()
  const [prompt, setPrompt] = useState<Prompt | undefined>()
  const [values, setValues] = useState<ReadonlyMap<string, QueryParameter>>(new Map())
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
  const check = async (request: RunRequest) => {
    // A read-only role can neither destroy nor create anything, and a plan changes nothing.
    if (options.isReadOnly || request.explain) return void start(request)
    checking.current = true
    const { catalogue, exposedSchemas } = options
    const concerns = await findConcerns(request.sql, { catalogue, exposedSchemas })
    checking.current = false
    if (concerns.dangers.length + concerns.openTables.length > 0) setAsked({ request, concerns })
    else void start(request)
  }
  const run = (target: RunTarget) => {
    const editor = controller.current
    if (editor === null || runs.of(snippetId)?.state === 'running' || checking.current) return
    const part = partOf(editor, target)
    if (part === undefined || part.sql.trim() === '') return
    const request = requestOf(part, { how, target })
    const names = parameterNames(part.sql)
    const isSeveral = hasSeveralStatements(part.sql)
    if (isSeveral && request.explain) toast.info('Select one statement to explain it')
    else if (names.length === 0) void check(request)
    else if (isSeveral)
      toast.info('Parameters need a single statement', { description: SELECT_ONE })
    else setPrompt({ request, names })
  }
  const runWith = (parameters: QueryParameter[]) => {
    if (!prompt) return
    setPrompt(undefined)
    setValues(new Map([...values, ...parameters.map((each) => [each.name, each] as const)]))
    void check({ ...prompt.request, parameters })
  }
  return {
    concerns: asked?.concerns,
    run,
    parameters: {
      names: prompt?.names,
      last: values,
      onRun: runWith,
      onCancel: () => setPrompt(undefined),
    },
    dismiss: () => setAsked(undefined),
    confirm: () => void (asked && start(asked.request)),
    secure: () => void (asked && start(secured(asked))),
  }
}

/** A plan needs no transaction of its own, but shows what an open one has changed. */
function requestOf(
  part: Pick<RunRequest, 'sql' | 'start'>,
  { how, target }: { readonly how: Options['how']; readonly target: RunTarget },
): RunRequest {
  if (target !== 'explain' && target !== 'analyze') return { ...part, ...how }
  const transaction = how.transaction?.is_open === true ? how.transaction : undefined
  return { ...part, ...how, transaction, explain: target === 'explain' ? 'plan' : 'analyze' }
}

function partOf(
  editor: SqlEditorController,
  target: RunTarget,
): Pick<RunRequest, 'sql' | 'start'> | undefined {
  if (target === 'statement') return statementAt(editor.text(), editor.cursor())
  const selection = editor.selection()
  if (selection) return { sql: selection.text, start: selection.start }
  if (target !== 'selection') return statementAt(editor.text(), editor.cursor())
  return { sql: editor.text(), start: { line: 1, column: 1 } }
}

/** The request with row level security enabled for the tables that it creates. */
export const secured = ({ request, concerns }: HeldRun) => ({
  ...request,
  sql: request.sql + securing(concerns.openTables),
})
