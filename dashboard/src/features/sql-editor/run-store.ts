import type { QueryAnswer, QueryFailure } from '../../data/resources/query.ts'

export type TextPosition = { line: number; column: number }

/** What is run: the text, where it begins in the editor, and how many rows are kept of it. */
export type RunRequest = { sql: string; start: TextPosition; rowLimit: number }

/** A run and what came of it. The text stays with it, so results never stand under another query. */
export type Run = {
  readonly id: string
  readonly request: RunRequest
  readonly startedAt: number
} & (
  | { readonly state: 'running'; readonly isCancelling: boolean }
  | { readonly state: 'done'; readonly answer: QueryAnswer }
  | { readonly state: 'failed'; readonly failure: QueryFailure; readonly tookMs: number }
)

export type RunStoreOptions = {
  run: (body: {
    run_id: string
    sql: string
    row_limit: number
    timeout_ms: number
  }) => Promise<QueryAnswer>
  cancel: (runId: string) => Promise<unknown>
  toFailure: (error: unknown) => QueryFailure
  newId: () => string
  now: () => number
}

export type RunStore = {
  /** The last run of a snippet. */
  of: (snippetId: string) => Run | undefined
  /** Starts a run and answers with how it ended; undefined when a newer one took its place. */
  start: (snippetId: string, request: RunRequest) => Promise<Run | undefined>
  cancel: (snippetId: string) => Promise<void>
  subscribe: (listener: () => void) => () => void
}

/** There is a Cancel button; the deadline is only for what everybody has forgotten. */
const TIMEOUT_MS = 600_000

/** Runs by snippet, kept while somebody moves between snippets. */
export function createRunStore({ run, cancel, toFailure, newId, now }: RunStoreOptions): RunStore {
  const runs = new Map<string, Run>()
  const listeners = new Set<() => void>()

  function put(snippetId: string, next: Run): Run {
    runs.set(snippetId, next)
    for (const listener of listeners) listener()
    return next
  }

  return {
    of: (snippetId) => runs.get(snippetId),
    async start(snippetId, request) {
      const begun = { id: newId(), request, startedAt: now() }
      put(snippetId, { ...begun, state: 'running', isCancelling: false })
      const isCurrent = () => runs.get(snippetId)?.id === begun.id
      try {
        const answer = await run({
          run_id: begun.id,
          sql: request.sql,
          row_limit: request.rowLimit,
          timeout_ms: TIMEOUT_MS,
        })
        return isCurrent() ? put(snippetId, { ...begun, state: 'done', answer }) : undefined
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
        // The run goes on and shows it: its button takes another press.
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

/** Where an error of a run lies in the editor: a run part of the text begins at `start`. */
export function positionInText(
  start: TextPosition,
  { line, column }: { line: number | null; column: number | null },
): TextPosition | undefined {
  if (line === null) return undefined
  const at = column ?? 1
  return line === 1
    ? { line: start.line, column: start.column + at - 1 }
    : { line: start.line + line - 1, column: at }
}
