import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { systemClock } from '../server/src/lib/clock.ts'
import { silentLog } from '../server/src/lib/log.ts'
import { logFileName } from '../server/src/logs/layout.ts'
import { createReaderAccounts } from '../server/src/logs/query/account.ts'
import { createLogReader } from '../server/src/logs/query/reader.ts'
import { createLogStore } from '../server/src/logs/store.ts'
import { histogram } from '../server/src/services/logs/counts.ts'
import { openBareDuckdb } from '../server/test/bare-duckdb.ts'
import { atLeast, atMost, told, type Finding } from './finding.ts'
import { median } from './load.ts'

const REF = 'logsofthebenchmark'
const HOUR_MS = 3_600_000
const ROWS_PER_HOUR = 416_667
const EVENTS = 200_000
const ROUNDS = 7

/** Measures how fast events are stored, and queries over a day of ten million events. */
export async function measureLogs(): Promise<readonly Finding[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-bench-logs-'))
  try {
    return [await measureIngest(path.join(folder, 'written')), ...(await measureDay(folder))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const columns = (n: number) => ({
  request_method: n % 3 === 0 ? 'POST' : 'GET',
  request_path: `/rest/v1/table_${n % 40}`,
  request_host: 'project.localhost',
  request_headers_user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  response_status_code: n % 50 === 0 ? 500 : 200,
  response_origin_time: (n % 997) / 10,
})

async function measureIngest(folder: string): Promise<Finding> {
  const store = createLogStore({ folder, clock: systemClock, log: silentLog })
  const began = performance.now()
  for (let n = 0; n < EVENTS; n += 1) {
    const message = `GET | ${n}`
    store.write(REF, 'edge_logs', { message, severity: 'info', columns: columns(n) })
    if (n % 2000 === 0) await store.flush(REF)
  }
  await store.flush(REF)
  const seconds = (performance.now() - began) / 1000
  const { dropped } = await store.storage(REF)
  await store.stop()
  return atLeast('log events stored', (EVENTS - dropped) / seconds, 'events/s', 20_000)
}

async function measureDay(folder: string): Promise<readonly Finding[]> {
  const day = Date.UTC(2026, 0, 15)
  const source = path.join(folder, REF, 'edge_logs')
  await mkdir(source, { recursive: true, mode: 0o700 })
  const bare = await openBareDuckdb()
  const files = Array.from({ length: 24 }, (_, hour) => ({
    start: day + hour * HOUR_MS,
    file: path.join(
      source,
      logFileName({ hour: day + hour * HOUR_MS, part: 0, format: 'parquet' }),
    ),
  }))
  for (const { start, file } of files) await bare.run(fileOfHour(start, file))
  const store = createLogStore({ folder, clock: systemClock, log: silentLog })
  const accounts = createReaderAccounts(folder)
  const reader = createLogReader({ store, folder, accounts, clock: systemClock, log: silentLog })
  const from = new Date(day).toISOString()
  const to = new Date(day + 24 * HOUR_MS).toISOString()
  const span = { from: day * 1000, to: (day + 24 * HOUR_MS) * 1000 }
  const names = files.map(({ file }) => `'${file}'`).join(', ')
  const bareHistogram = `select (epoch_us(timestamp) - ${span.from}) // 1440000000 as bucket,
      count(*) filter (severity = 'debug'), count(*) filter (severity = 'info'),
      count(*) filter (severity = 'warning'), count(*) filter (severity = 'error')
    from read_parquet([${names}])
    where timestamp >= make_timestamp(${span.from}) and timestamp < make_timestamp(${span.to})
    group by bucket order by bucket`
  const request = { from, to, filters: [], buckets: 60, signal: undefined }
  const ours: number[] = []
  const theirs: number[] = []
  const newestMs: number[] = []
  const groupsMs: number[] = []
  const newest = `select id, timestamp, r.path, response.status_code
    from edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as r
    cross join unnest(m.response) as response
    where response.status_code >= 500 order by timestamp desc limit 100`
  const groups = `select timestamp_trunc(timestamp, hour) as hour, r.path, count(*) as n
    from edge_logs cross join unnest(metadata) as m cross join unnest(m.request) as r
    cross join unnest(m.response) as response
    where response.status_code >= 500 group by hour, r.path order by n desc limit 100`
  const time = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const asMember = (text: string) => reader.readAsMember(REF, { span, text, maxRows: 1000 })
  await histogram({ reader }, REF, request)
  await bare.run(bareHistogram)
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await time(() => histogram({ reader }, REF, request)))
    theirs.push(await time(() => bare.run(bareHistogram)))
    newestMs.push(await time(() => asMember(newest)))
    groupsMs.push(await time(() => asMember(groups)))
  }
  reader.stop()
  bare.close()
  await store.stop()
  return [
    atLeast(
      'histogram of a day of 10 million events against bare DuckDB',
      median(theirs) / median(ours),
      'x',
      0.8,
    ),
    atMost('the newest failed requests of that day in SQL', median(newestMs) / 1000, 's', 0.5),
    told('its failed requests by path and hour in SQL', median(groupsMs) / 1000, 's'),
  ]
}

/** Writes events of an hour as a compacted file has them. */
const fileOfHour = (start: number, file: string) =>
  `copy (
    select 'e' || (${start} + range)::varchar as id,
      make_timestamp(${start * 1000} + range * ${Math.floor((HOUR_MS * 1000) / ROWS_PER_HOUR)}) as timestamp,
      'GET | 200 | /rest/v1/table_' || (range % 40) as event_message,
      case when hash(range) % 50 = 0 then 'error' else 'info' end as severity,
      md5(range::varchar) as request_id, 'GET' as request_method,
      '/rest/v1/table_' || (range % 40) as request_path, 'project.localhost' as request_host,
      case when hash(range) % 50 = 0 then 500 else 200 end::bigint as response_status_code,
      (hash(range) % 1000 / 10)::double as response_origin_time
    from range(${ROWS_PER_HOUR})
  ) to '${file}' (format parquet, compression zstd, compression_level 3, row_group_size 50000)`
