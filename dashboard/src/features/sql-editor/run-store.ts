import type { Impersonation } from '@stoa/contract/services/impersonation'
import type { QueryParameter } from '@stoa/contract/services/meta/query'
import type {
  QueryAnswer,
  QueryFailure,
  RunTransaction,
} from '../../data/resources/services/meta/query.ts'
import type {
  OnRows,
  PartialResult,
  RunBody,
} from '../../data/resources/services/meta/query-stream.ts'

export type TextPosition = { line: number; column: number }

/** A run's input: the text, its start position in the editor, and the maximum number of rows. */
export type RunRequest = {
  sql: string
  start: TextPosition
  /** Null for all rows that the server returns. */
  rowLimit: number | null
  /** The role that it runs as; by default, the member's own. */
  impersonate?: Impersonation | undefined
  /** The transaction that it joins or begins; by default, it commits by itself. */
  transaction?: RunTransaction | undefined
  /** The values of the parameters in the text. */
  parameters?: QueryParameter[] | undefined
  /** Shows the plan instead of the result; `analyze` also runs the text and rolls it back. */
  explain?: 'plan' | 'analyze' | undefined
}

/** The plan that was shown before, and its text. */
export type PreviousPlan = { readonly answer: QueryAnswer; readonly sql: string }

/** A run and its result. The run keeps its text, so a result is never shown with another query. */
export type Run = {
  readonly id: string
  readonly request: RunRequest
  readonly startedAt: number
  /** The last plan of the same query, to compare this one with. */
  readonly previousPlan?: PreviousPlan | undefined
} & (
  | {
      readonly state: 'running'
      readonly isCancelling: boolean
      /** The rows that have arrived, once there are some. */
      readonly results?: readonly PartialResult[] | undefined
    }
  | { readonly state: 'done'; readonly answer: QueryAnswer }
  | { readonly state: 'failed'; readonly failure: QueryFailure; readonly tookMs: number }
)

export type RunStoreOptions = {
  run: (body: RunBody, onRows: OnRows) => Promise<QueryAnswer>
  cancel: (runId: string) => Promise<unknown>
  toFailure: (error: unknown) => QueryFailure
  newId: () => string
  now: () => number
}

/** Rows arrive more often than a person can read. */
const SHOW_EVERY_MS = 250

export type RunStore = {
  /** The last run of a snippet. */
  of: (snippetId: string) => Run | undefined
  /** Starts a run and resolves with the finished run, or undefined if a newer run replaced it. */
  start: (snippetId: string, request: RunRequest) => Promise<Run | undefined>
  cancel: (snippetId: string) => Promise<void>
  subscribe: (listener: () => void) => () => void
}

/** Users can cancel a run; the timeout is only for runs they left behind. */
const TIMEOUT_MS = 600_000

/** Runs by snippet id. Switching between snippets keeps them. */
export function createRunStore({ run, cancel, toFailure, newId, now }: RunStoreOptions): RunStore {
  const runs = new Map<string, Run>()
  const plans = new Map<string, PreviousPlan>()
  const listeners = new Set<() => void>()

  function put(snippetId: string, next: Run): Run {
    runs.set(snippetId, next)
    for (const listener of listeners) listener()
    return next
  }

  return {
    of: (snippetId) => runs.get(snippetId),
    async start(snippetId, request) {
      const previousPlan = request.explain === undefined ? undefined : plans.get(snippetId)
      const begun = { id: newId(), request, startedAt: now(), previousPlan }
      put(snippetId, { ...begun, state: 'running', isCancelling: false })
      const isCurrent = () => runs.get(snippetId)?.id === begun.id
      let shownAt = Number.NEGATIVE_INFINITY
      const showRows: OnRows = (results) => {
        const current = runs.get(snippetId)
        if (current?.state !== 'running' || current.id !== begun.id) return
        if (now() - shownAt < SHOW_EVERY_MS) return
        shownAt = now()
        put(snippetId, { ...current, results: copyOf(results) })
      }
      try {
        const answer = await run(bodyOf(begun.id, request), showRows)
        if (!isCurrent()) return undefined
        if (request.explain) plans.set(snippetId, { answer, sql: request.sql })
        return put(snippetId, { ...begun, state: 'done', answer })
      } catch (error) {
        const tookMs = now() - begun.startedAt
        const failure = toFailure(error)
        return isCurrent()
          ? put(snippetId, { ...begun, state: 'failed', failure, tookMs })
          : undefined
      }
    },
    async cancel(snippetId) {
      const current = runs.get(snippetId)
      if (current?.state !== 'running') return
      put(snippetId, { ...current, isCancelling: true })
      try {
        await cancel(current.id)
      } catch {
        // The run continues, so its Cancel button is enabled again.
        const after = runs.get(snippetId)
        if (after?.state === 'running' && after.id === current.id) {
          put(snippetId, { ...after, isCancelling: false })
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const bodyOf = (id: string, request: RunRequest): RunBody => ({
  run_id: id,
  sql: request.sql,
  row_limit: request.rowLimit,
  timeout_ms: TIMEOUT_MS,
  impersonate: request.impersonate,
  transaction: request.transaction,
  parameters: request.parameters,
  explain: request.explain,
})

/** The rows grow in place, and a page only draws what has changed. Statements without rows are empty. */
const copyOf = (results: Parameters<OnRows>[0]): PartialResult[] =>
  Array.from(results, (result) => ({
    columns: result?.columns ?? [],
    rows: [...(result?.rows ?? [])],
  }))

/**
 * The position of an error in the editor, whose columns count UTF-16 code units. The server counts
 * characters from the start of the text that ran.
 */
export function positionInText(
  { sql, start }: Pick<RunRequest, 'sql' | 'start'>,
  { line, column }: { line: number | null; column: number | null },
): TextPosition | undefined {
  if (line === null) return undefined
  const at = codeUnits(lineOf(sql, line), (column ?? 1) - 1) + 1
  return line === 1
    ? { line: start.line, column: start.column + at - 1 }
    : { line: start.line + line - 1, column: at }
}

function lineOf(text: string, line: number): string {
  let begin = 0
  for (let passed = 1; passed < line; passed += 1) begin = text.indexOf('\n', begin) + 1
  const end = text.indexOf('\n', begin)
  return text.slice(begin, end === -1 ? undefined : end)
}

/** The number of code units of the first characters. Past the end, a character counts as one. */
function codeUnits(text: string, characters: number): number {
  let units = 0
  for (let count = 0; count < characters; count += 1) {
    units += (text.codePointAt(units) ?? 0) > 0xff_ff ? 2 : 1
  }
  return units
}
