import {
  readFunctionStatistics,
  type FunctionStatistics,
} from '@stoa/contract/services/functions/management'
import type { Clock } from '../../../lib/clock.ts'
import { route, type Route } from '../../../lib/http.ts'
import { spanOf, sumOf } from '../members/metrics.ts'
import { MINUTE_MS, type Minute } from '../runtime/counts/minute.ts'
import type { FunctionLogs } from '../runtime/logs.ts'
import { functionNotFound } from '../errors.ts'
import type { Versions } from '../versions/versions.ts'

/** The period of each interval, and the number of minutes per row. */
const INTERVALS = {
  '15min': { period: '15m', minutes: 1 },
  '1hr': { period: '1h', minutes: 1 },
  '3hr': { period: '3h', minutes: 1 },
  '1day': { period: '24h', minutes: 60 },
} as const

const BYTES_PER_MEGABYTE = 1024 * 1024

type StatisticsDeps = {
  readonly versions: Versions
  readonly logs: FunctionLogs
  readonly clock: Clock
}

/** The Management API's statistics of one function, which it names by its id. */
export const statisticsRoute = ({ versions, logs, clock }: StatisticsDeps): Route =>
  route(readFunctionStatistics).to(async ({ query, request: { storedProject } }) => {
    const { period, minutes } = INTERVALS[query.interval]
    const all = await versions.list(storedProject)
    const found = all.find(({ record }) => record.id === query.function_id)
    if (!found) throw functionNotFound()
    const { from } = spanOf(period, clock.now().getTime())
    const counted = await logs.readMinutes(storedProject, found.record.id, from)
    return { result: statisticsOf(counted, minutes) }
  })

/** One row for each part of this many minutes that has any events, oldest first. */
export function statisticsOf(minutes: readonly Minute[], part: number): FunctionStatistics[] {
  const parts = Map.groupBy(minutes, ({ minute }) => Math.floor(minute / part) * part)
  return [...parts].map(([minute, own]) => rowOf(minute, sumOf(own)))
}

function rowOf(minute: number, sum: Minute): FunctionStatistics {
  const { requests, redirects, clientErrors, errors, lines, measurements } = sum
  const durations = Object.entries(sum.durations)
  const total = durations.reduce((ms, [duration, count]) => ms + Number(duration) * count, 0)
  const perRequest = (ms: number) => (requests > 0 ? ms / requests : null)
  const { info = 0, warn = 0, error = 0, debug = 0 } = lines
  return {
    timestamp: new Date(minute * MINUTE_MS).toISOString(),
    requests_count: requests,
    success_count: requests - redirects - clientErrors - errors,
    redirect_count: redirects,
    client_err_count: clientErrors,
    server_err_count: errors,
    avg_execution_time: perRequest(total),
    max_execution_time:
      durations.length > 0 ? Math.max(...durations.map(([duration]) => Number(duration))) : null,
    avg_cpu_time_used: perRequest(sum.cpuMs),
    max_cpu_time_used: measurements > 0 ? sum.peakCpuMs : null,
    avg_memory_used: measurements > 0 ? sum.memoryBytes / measurements / BYTES_PER_MEGABYTE : null,
    log_count: info + warn + error + debug,
    log_info_count: info,
    log_warn_count: warn,
    log_error_count: error,
  }
}
