import {
  listFunctionLogs,
  readFunctionMetrics,
  type FunctionLogEntry,
  type FunctionLogQuery,
} from '@stoa/contract/services/functions/logs'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../../../lib/clock.ts'
import { route } from '../../../lib/http.ts'
import { readFunctionLogs } from '../runtime/logs.ts'
import type { Versions } from '../versions/index.ts'
import { rowOf } from './log-row.ts'
import { measure, PERIODS } from './metrics.ts'

type LogDeps = { readonly versions: Versions; readonly clock: Clock }

/** The logs of functions and the numbers counted from them; they work while the project is asleep. */
export function addLogRoutes(app: FastifyInstance, { versions, clock }: LogDeps): void {
  route(listFunctionLogs).to(async ({ params, query, request }) => {
    const { record } = await versions.get(request.storedProject, params.function_slug)
    const entries = await readFunctionLogs(request.storedProject, record.id, {
      limit: query.limit,
      matches: filterOf(query),
    })
    return entries.map((entry) => rowOf(entry, request.storedProject.ref, record.id))
  })(app)
  route(readFunctionMetrics).to(async ({ params, query, request }) => {
    const { record } = await versions.get(request.storedProject, params.function_slug)
    const entries = await readFunctionLogs(request.storedProject, record.id, {
      limit: Number.POSITIVE_INFINITY,
    })
    return measure(entries, {
      now: clock.now().getTime(),
      period: PERIODS[query.period],
    })
  })(app)
}

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
