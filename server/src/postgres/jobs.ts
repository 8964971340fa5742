import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../lib/log.ts'
import type { Endpoint } from './connect.ts'
import type { Session } from './database.ts'
import { sql } from './sql.ts'

export type JobContext = {
  /** Counts from 1; an attempt that a crash cut short counts. */
  readonly attempt: number
  /** No further attempt follows: a failure now is for good, and the task records it. */
  readonly isLastAttempt: boolean
  /** Fires when the server stops and cannot wait longer. */
  readonly signal: AbortSignal
}

/** Rejects to be tried again later, with growing pauses; resolves when there is no more to do. */
export type Task = (payload: unknown, context: JobContext) => Promise<void>

export type AddJobOptions = {
  /** Of one key at most one job waits: a newer one replaces it. */
  readonly key?: string
  readonly maxAttempts: number
  /** Not before this time; at once when absent. */
  readonly runAt?: Date
}

/** Durable work, kept in schema `graphile_worker` of the control-plane database. */
export type Jobs = {
  /** Adds a job within the caller's transaction: it exists if, and only if, that commits. */
  add(tx: Session, task: string, payload: Payload, options: AddJobOptions): Promise<void>
  /** Brings the queue's schema up to date and frees what a dead server held; `add` works from here on. */
  prepare(): Promise<void>
  /** Begins to work, after `prepare`. */
  start(): Promise<void>
  /** Takes no further jobs and waits for those at work; one that does not end in time is left for the next start. */
  stop(): Promise<void>
}

export type Payload = { readonly [name: string]: string | number | boolean | null }

/** How to reach the control-plane database, for connections that are held open. */
export type ControlConnection = {
  readonly endpoint: Endpoint
  readonly user: string
  readonly password: string
}

export type JobsOptions = {
  readonly connection: ControlConnection
  readonly tasks: Readonly<Record<string, Task>>
  readonly log: Log
  readonly concurrency?: number
  /** Tasks that the clock adds; the times that pass while no server runs are not made up for. */
  readonly cron?: readonly CronItem[]
}

/** A task of the queue and when it is due: five fields of cron, in UTC. */
export type CronItem = { readonly task: string; readonly match: string }

const Added = z.object({ is_added: z.boolean() })

/** New jobs are announced (LISTEN); this only finds the ones whose pause is over. */
const POLL_MS = 2000
const STOP_DEADLINE_MS = 20_000

/** A queue on graphile-worker. One server owns the installation, so jobs found locked at start are a dead one's. */
export function createJobs(options: JobsOptions): Jobs {
  const { connection, tasks, log, concurrency = 4, cron = [] } = options
  let pool: pg.Pool | undefined
  let runner: Runner | undefined
  const logger = workerLogger(log)

  return {
    async add(tx, task, payload, { key, maxAttempts, runAt }) {
      const adding = sql`
        select id is not null as is_added from graphile_worker.add_job(
          ${task}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null},
          max_attempts => ${maxAttempts}, run_at => ${runAt ?? null}
        )`
      // It adds nothing, silently, where a worker takes the job of the same key between two of its
      // statements. By the next call the job counts as begun, and the new one stands beside it.
      while (!(await tx.one(adding, Added)).is_added);
    },
    async prepare() {
      pool ??= openPool(connection, concurrency, log)
      await runMigrations({ pgPool: pool, logger })
      await unlockAbandoned(pool)
    },
    async start() {
      if (!pool) throw new Error('The job queue has not been prepared')
      runner = await run({
        pgPool: pool,
        logger,
        noHandleSignals: true,
        taskList: toTaskList(tasks),
        concurrency,
        pollInterval: POLL_MS,
        gracefulShutdownAbortTimeout: STOP_DEADLINE_MS,
        // Given always, so that no crontab is looked for on disk.
        parsedCronItems: parseCronItems([...cron]),
      })
      runner.promise.catch((error: unknown) => log.error({ error }, 'The job worker ended.'))
    },
    async stop() {
      await runner?.stop('the server stops').catch(() => {})
      await pool?.end()
      runner = undefined
      pool = undefined
    },
  }
}

function openPool({ endpoint, user, password }: ControlConnection, concurrency: number, log: Log) {
  const pool = new pg.Pool({
    host: endpoint.host,
    port: endpoint.port,
    database: endpoint.database,
    ...(endpoint.ssl && { ssl: { rejectUnauthorized: false } }),
    user,
    password,
    application_name: 'stoa-jobs',
    // One listens; the workers take a connection for the moments between jobs only.
    max: concurrency + 1,
    idleTimeoutMillis: 5000,
  })
  const note = (error: Error) => log.warn({ error }, 'A connection of the job queue broke.')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
  return pool
}

const WorkerIds = z.array(z.object({ locked_by: z.string() }))

async function unlockAbandoned(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null',
  )
  const ids = WorkerIds.parse(rows).map((row) => row.locked_by)
  if (ids.length > 0)
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [ids])
}

function toTaskList(tasks: Readonly<Record<string, Task>>): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job, abortSignal }: Parameters<NonNullable<TaskList[string]>>[1]) =>
        task(payload, {
          attempt: job.attempts,
          isLastAttempt: job.attempts >= job.max_attempts,
          signal: abortSignal,
        }),
    ]),
  )
}

/** Tasks log what they do themselves; of the worker's own lines only the troubles are kept. */
function workerLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ ...scope }, message)
  })
}
