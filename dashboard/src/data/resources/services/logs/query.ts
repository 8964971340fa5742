import type { ResponseOf } from '@stoa/contract/endpoint'
import { draftLogQuery, queryLogs } from '@stoa/contract/operations/services/logs/logs'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { useMutation } from '@tanstack/react-query'
import { useCall } from '../../../client/client-context.ts'
import { useEndpointMutation } from '../../../client/endpoint-hooks.ts'
import { selectionOf, timesOf, type LogRange, type LogScope } from './scope.ts'

export type LogResult = {
  /** With the types that result grids and charts know. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly Cell[])[]
  readonly isTruncated: boolean
  readonly durationMs: number
}

type LogQuery = { sql: string; range: LogRange; signal: AbortSignal }

/** Runs a person's own query over the logs. */
export function useRunLogQuery(ref: string) {
  const call = useCall()
  return useMutation({
    mutationFn: async ({ sql, range, signal }: LogQuery): Promise<LogResult> =>
      resultOf(
        await call(queryLogs, {
          params: { ref },
          body: { sql, ...timesOf(range) },
          signal,
        }),
      ),
  })
}

/** Asks the server for the query that reads the events of a page. */
export function useDraftLogQuery(ref: string) {
  return useEndpointMutation(draftLogQuery, {
    input: (scope: LogScope) => {
      const { from: _from, to: _to, ...body } = selectionOf(scope)
      return { params: { ref }, body }
    },
    meta: { failure: 'Could not write the query' },
  })
}

/** A result in the texts and types that grids of results know. */
export function resultOf(response: ResponseOf<typeof queryLogs>): LogResult {
  const columns = response.columns.map(({ name, type }) => ({ name, type: typeOf(type) }))
  return {
    columns,
    rows: response.rows.map((row) =>
      row.map((value, index) => cellOf(value, columns[index]?.type)),
    ),
    isTruncated: response.is_truncated,
    durationMs: response.duration_ms,
  }
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(?:tinyint|smallint|integer|u?bigint|hugeint|uhugeint|uinteger)$/, 'int8'],
  [/^(?:double|float|decimal)$/, 'float8'],
  [/^timestamp/, 'timestamptz'],
  [/^boolean$/, 'bool'],
  [/^(?:record|map)|\]$/, 'json'],
  [/^varchar$/, 'text'],
]

/** The name of a type of the query engine in Postgres. */
const typeOf = (type: string): string => TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? type

function cellOf(value: unknown, type: string | undefined): Cell {
  if (value === null || value === undefined) return null
  if (type === 'timestamptz' && typeof value === 'number')
    return new Date(value / 1000).toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
