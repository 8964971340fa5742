import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { Impersonation } from '../impersonation.ts'
import { Cell } from './cell.ts'
import { byRef } from './params.ts'
import { QueryAnswer, QueryParameter, QueryResult, RunText } from './query.ts'

/** The most rows of one result that a run without a row limit returns. An export has no limit. */
export const MAX_STREAMED_ROWS = 500_000

/** A line of a streamed run. `result` is the index in `results` of the answer. */
export const RunEvent = z.discriminatedUnion('kind', [
  /** A statement began to return rows. */
  z.object({ kind: z.literal('result'), result: z.int(), columns: QueryResult.shape.columns }),
  z.object({ kind: z.literal('rows'), result: z.int(), rows: z.array(z.array(Cell)) }),
  /** The run has ended. The results have no rows, because the lines before had them. */
  z.object({ kind: z.literal('done'), answer: QueryAnswer }),
  /** The run failed after its first rows were sent. */
  z.object({
    kind: z.literal('failed'),
    error: z.object({
      status: z.int(),
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      details: z.unknown(),
    }),
  }),
])
export type RunEvent = z.infer<typeof RunEvent>

/**
 * Same as `runQuery`, but returns rows while the text runs, as one `RunEvent` per line. An error
 * before the first row is an ordinary error response. A client that reads slowly slows the query
 * down; one that stops reading for 150 seconds ends it.
 */
export const streamQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/query/stream',
  access: 'database:read',
  params: byRef,
  body: RunText.extend({
    /** Null for up to 500,000 rows of each result. */
    row_limit: z.int().min(1).max(10_000).nullable().default(1000),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.string(),
})

export const ResultFormat = z.enum(['csv', 'json', 'ndjson', 'xlsx', 'parquet'])
export type ResultFormat = z.infer<typeof ResultFormat>

/**
 * Runs a text again in a read-only transaction, and streams every row of one of its statements as a
 * file. Statements after it do not run. 400 `query_failed` if a statement writes, 400
 * `no_result` if the statement returns no rows. An error after the first rows ends the connection,
 * so that an unfinished file is not taken for a whole one; for XLSX, also more rows or longer texts
 * than a sheet can have.
 */
export const exportQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/query/export',
  access: 'database:read',
  params: byRef,
  body: z.object({
    run_id: z.uuid(),
    sql: z.string().min(1).max(10_000_000),
    /** The index of the statement in the text. */
    statement: z.int().min(0).max(100_000).default(0),
    format: ResultFormat,
    timeout_ms: z.int().min(100).max(3_600_000).default(600_000),
    impersonate: Impersonation.optional(),
    parameters: z.array(QueryParameter).min(1).max(100).optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.string(),
})
