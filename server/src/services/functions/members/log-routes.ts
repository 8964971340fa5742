import {
  listFunctionActivity,
  listFunctionLogs,
  readFunctionMetrics,
  type FunctionActivity,
  type FunctionLogEntry,
  type FunctionLogQuery,
} from '@stoa/contract/services/functions/logs'
import type { z } from 'zod'
import type { Clock } from '../../../lib/clock.ts'
import { route, type Route } from '../../../lib/http.ts'
import { readFunctionLogs, type FunctionLogs } from '../runtime/logs.ts'
import type { Versions } from '../versions/versions.ts'
import { rowOf } from './log-row.ts'
import { measure, spanOf, sumOf } from './metrics.ts'

type LogDeps = {
  readonly versions: Versions
  readonly logs: FunctionLogs
  readonly clock: Clock
}

/** The logs and counters of functions; they are available while the project is asleep. */
export const logRoutes = ({ versions, logs, clock }: LogDeps): readonly Route[] => [
  route(listFunctionLogs).to(async ({ params, query, request }) => {
    const { record } = await versions.get(request.storedProject, params.function_slug)
    const entries = await readFunctionLogs(request.storedProject, record.id, {
      limit: query.limit,
      matches: filterOf(query),
    })
    return entries.map((entry) => rowOf(entry, request.storedProject.ref, record.id))
  }),
  route(listFunctionActivity).to(async ({ request: { storedProject } }) => {
    const { from } = spanOf('24h', clock.now().getTime())
    const activity: FunctionActivity[] = []
    for (const { record } of await versions.list(storedProject)) {
      const { requests, errors } = sumOf(await logs.readMinutes(storedProject, record.id, from))
      activity.push({ function_slug: record.slug, requests, errors })
    }
    return activity
  }),
  route(readFunctionMetrics).to(async ({ params, query, request }) => {
    const { record } = await versions.get(request.storedProject, params.function_slug)
    const span = spanOf(query.period, clock.now().getTime())
    return measure(await logs.readMinutes(request.storedProject, record.id, span.from), span)
  }),
]

function filterOf(query: z.infer<typeof FunctionLogQuery>) {
  const { source, level, status, before, after } = query
  const search = query.search?.toLowerCase() ?? ''
  return (entry: FunctionLogEntry): boolean =>
    (before === undefined || entry.id < before) &&
    (after === undefined || entry.id > after) &&
    (source === undefined || (source === 'invocations') === (entry.kind === 'invocation')) &&
    (level === undefined || entry.level === level) &&
    (status === undefined || `${Math.floor((entry.request?.status ?? 0) / 100)}xx` === status) &&
    entry.message.toLowerCase().includes(search)
}
