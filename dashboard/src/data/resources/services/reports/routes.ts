import { queryLogs } from '@stoa/contract/operations/services/logs/logs'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import { useCall } from '../../../client/client-context.ts'
import { timesOf, type LogRange } from '../logs/scope.ts'

/** The queries are also what the explorer opens. */
export const SLOWEST_ROUTES = `select
  metadata.request.method as method,
  metadata.request.path as path,
  count(*) as requests,
  approx_quantiles(metadata.response.origin_time, 100)[offset(95)] as p95_ms
from edge_logs
group by method, path
order by p95_ms desc
limit 10`

export const TOP_ERRORS = `select
  metadata.request.method as method,
  metadata.request.path as path,
  metadata.response.status_code as status,
  count(*) as requests
from edge_logs
where metadata.response.status_code >= 400
group by method, path, status
order by requests desc
limit 10`

export type RouteRow = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly requests: number
  /** Of the slowest routes. */
  readonly p95Ms: number | null
  /** Of the errors. */
  readonly status: number | null
}

type RoutesRequest = { readonly kind: 'slowest' | 'errors'; readonly range: LogRange }

/** The routes of a project's API with the slowest, or the most failed, requests. */
export const routesQuery = (call: Call, ref: string, { kind, range }: RoutesRequest) =>
  queryOptions({
    queryKey: ['reports', ref, 'routes', kind, range],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const sql = kind === 'slowest' ? SLOWEST_ROUTES : TOP_ERRORS
      const result = await call(queryLogs, {
        params: { ref },
        body: { sql, ...timesOf(range) },
        signal,
      })
      return routesOf(result)
    },
  })

export const useRoutes = (ref: string, request: RoutesRequest) =>
  useQuery(routesQuery(useCall(), ref, request))

type Result = {
  readonly columns: readonly { readonly name: string }[]
  readonly rows: readonly (readonly unknown[])[]
}

export function routesOf({ columns, rows }: Result): RouteRow[] {
  const at = (row: readonly unknown[], name: string) =>
    row[columns.findIndex((column) => column.name === name)]
  return rows.map((row) => {
    const [method, path] = [textOf(at(row, 'method')), textOf(at(row, 'path'))]
    const status = numberOf(at(row, 'status'))
    return {
      id: `${method} ${path} ${status ?? ''}`,
      method,
      path,
      requests: numberOf(at(row, 'requests')) ?? 0,
      p95Ms: numberOf(at(row, 'p95_ms')),
      status,
    }
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function numberOf(value: unknown): number | null {
  if (value === null || value === undefined) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
