import { exportQuery, streamQuery } from '@stoa/contract/operations/services/meta/query-stream'
import type { Impersonation } from '@stoa/contract/services/impersonation'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { QueryAnswer, QueryParameter } from '@stoa/contract/services/meta/query'
import type { ResultFormat, RunEvent } from '@stoa/contract/services/meta/query-stream'
import { cancelQuery } from '@stoa/contract/operations/services/meta/query'
import { useMemo } from 'react'
import { randomId } from '../../../../lib/random-id.ts'
import { ApiError } from '../../../client/api-error.ts'
import { useDataClient } from '../../../client/client-context.ts'
import { jsonLines } from '../../../client/json-lines.ts'
import { saveStream, type SaveOptions } from '../../../client/save-target.ts'
import type { RunTransaction } from './query.ts'

/** The rows of one statement that have arrived so far. */
export type PartialResult = {
  readonly columns: QueryAnswer['results'][number]['columns']
  readonly rows: Cell[][]
}

/** Called with what has arrived. The rows grow in place. */
export type OnRows = (results: readonly (PartialResult | undefined)[]) => void

export type RunBody = {
  run_id: string
  sql: string
  /** Null for as many rows as the server returns. */
  row_limit: number | null
  timeout_ms: number
  /** The role that it runs as; by default the project's owner, or the read-only role. */
  impersonate?: Impersonation | undefined
  transaction?: RunTransaction | undefined
  parameters?: QueryParameter[] | undefined
  explain?: 'plan' | 'analyze' | undefined
  keeps_history?: boolean
}

/** Runs SQL in a project and gets the rows while they arrive. */
export function useQueryStream(ref: string) {
  const { call, openText } = useDataClient()
  return useMemo(
    () => ({
      async run(body: RunBody, onRows: OnRows): Promise<QueryAnswer> {
        const content = await openText(streamQuery, {
          params: { ref },
          body: withoutUndefined(body),
        })
        return readRun(content, onRows)
      },
      cancel: (run_id: string) => call(cancelQuery, { params: { ref, run_id } }),
    }),
    [call, openText, ref],
  )
}

/** The progress is shown, and a person can cancel an export. */
const EXPORT_TIMEOUT_MS = 3_600_000

export type ResultExport = {
  sql: string
  /** The index of the statement in the text. */
  statement: number
  format: ResultFormat
  impersonate?: Impersonation | undefined
  parameters?: QueryParameter[] | undefined
}

/** Runs a text again, read-only, and saves all rows of one of its statements. */
export function useResultExport(ref: string) {
  const { openText } = useDataClient()
  return useMemo(
    () => ({
      save: async (request: ResultExport, options: SaveOptions) =>
        saveStream(
          await openText(exportQuery, {
            params: { ref },
            body: withoutUndefined({
              run_id: randomId(),
              timeout_ms: EXPORT_TIMEOUT_MS,
              ...request,
            }),
            signal: options.signal,
          }),
          options,
        ),
    }),
    [openText, ref],
  )
}

type WithoutUndefined<Body> = { [Name in keyof Body]: Exclude<Body[Name], undefined> }

const withoutUndefined = <Body extends object>(body: Body) =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Body>

const INTERRUPTED =
  'The connection was lost before the query ended. Check whether its changes were saved.'

/** Reads the events of a run. Throws `ApiError` if it failed, or if its end never came. */
export async function readRun(
  content: ReadableStream<Uint8Array>,
  onRows: OnRows,
): Promise<QueryAnswer> {
  const results: PartialResult[] = []
  for await (const events of jsonLines<RunEvent>(content, INTERRUPTED)) {
    for (const event of events) {
      if (event.kind === 'done') return answerOf(event.answer, results)
      if (event.kind === 'failed') throw failureOf(event.error)
      if (event.kind === 'result') results[event.result] = { columns: event.columns, rows: [] }
      else append(results[event.result]?.rows, event.rows)
    }
    onRows(results)
  }
  throw new ApiError(INTERRUPTED, { code: 0 })
}

// A spread of many arguments would exceed the stack.
function append(rows: Cell[][] | undefined, more: readonly Cell[][]): void {
  for (const row of more) rows?.push(row)
}

const answerOf = (answer: QueryAnswer, results: readonly (PartialResult | undefined)[]) => ({
  ...answer,
  results: answer.results.map((result, index) => ({
    ...result,
    rows: results[index]?.rows ?? result.rows,
  })),
})

const failureOf = ({ status, code, ...error }: Extract<RunEvent, { kind: 'failed' }>['error']) =>
  new ApiError(error.message, {
    code: status,
    errorCode: code,
    hint: error.hint,
    details: error.details,
  })
