import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { askPlatform } from '../e2e/support/platform-api.ts'
import { discard, startServer, type StartedServer } from '../e2e/support/server.ts'
import { atMost, told, type Finding } from './finding.ts'

const JOBS = 5
const AT_ONCE = 4
const MINUTE_MS = 60_000
const PASSWORD = 'correct-horse-battery-9-bench'
/** How long an idle project stays awake. */
const IDLE_MINUTES = 0.2

type Project = {
  readonly ref: string
  readonly status: string
  readonly compute: string
  readonly connectionString: string
}

/** Measures how late the jobs of many sleeping projects start that are due in the same minute. */
export async function measureScheduledJobs({ isLong }: { isLong: boolean }): Promise<Finding[]> {
  const count = isLong ? 100 : 20
  const server = await startServer({ env: { STOA_IDLE_MINUTES: String(IDLE_MINUTES) } })
  try {
    const { slug } = await askPlatform<{ slug: string }>(server, 'POST', '/organizations', {
      name: 'Scheduled',
      plan: 'enterprise',
    })
    const created = await inTurns(count, (n) =>
      askPlatform<Project>(server, 'POST', '/projects', {
        organization_slug: slug,
        name: `Project ${n}`,
        db_pass: PASSWORD,
      }),
    )
    await untilAll(server, 'active', ({ status }) => status === 'ACTIVE_HEALTHY')
    const projects = await inTurns(count, async (n) => {
      const ref = created[n]?.ref ?? ''
      const { connectionString } = await askPlatform<Project>(server, 'GET', `/projects/${ref}`)
      return connectionString.replace('[YOUR-PASSWORD]', PASSWORD)
    })
    // Late enough for all projects to have fallen asleep again.
    const due = new Date(
      Math.ceil((Date.now() + count * 1000 + IDLE_MINUTES * MINUTE_MS) / MINUTE_MS) * MINUTE_MS,
    )
    const schedule = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`
    await inTurns(count, (n) =>
      query(
        projects[n],
        `select cron.schedule('job ' || n, '${schedule}', 'select 1')
        from generate_series(1, ${JOBS}) as n`,
      ),
    )
    await untilAll(server, 'asleep', ({ compute }) => compute === 'sleeping')
    if (Date.now() > due.getTime()) throw new Error('The projects fell asleep after the due time')
    await pause(due.getTime() - Date.now() + IDLE_MINUTES * MINUTE_MS)
    await untilAll(server, 'asleep again', ({ compute }) => compute === 'sleeping')
    const slept = (Date.now() - due.getTime()) / 1000
    const late = await inTurns(count, async (n) => {
      const [row] = await query(
        projects[n],
        `select count(*)::int as runs, extract(epoch from max(start_time) - '${due.toISOString()}')::float8 as late
         from cron.job_run_details where status = 'succeeded'`,
      )
      if (row?.['runs'] !== JOBS)
        throw new Error(`${String(row?.['runs'])} of ${JOBS} jobs have run`)
      return Number(row['late'])
    })
    return [
      atMost(
        `start of ${count * JOBS} due jobs of ${count} sleeping projects`,
        Math.max(...late),
        's',
        60,
      ),
      told('until these projects sleep again', slept, 's'),
    ]
  } finally {
    await discard(server)
  }
}

async function inTurns<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const take = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  return results
}

async function untilAll(
  server: StartedServer,
  what: string,
  isReached: (project: Project) => boolean,
): Promise<void> {
  for (let round = 0; round < 600; round += 1) {
    const projects = await askPlatform<Project[]>(server, 'GET', '/projects')
    if (projects.every(isReached)) return
    await pause(500)
  }
  throw new Error(`The projects were not ${what} after five minutes`)
}

async function query(connectionString: string | undefined, text: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}
