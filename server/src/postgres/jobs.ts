import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../lib/log.ts'
import { boundMessages } from './wire/bounded-messages.ts'
import type { Endpoint } from './connections/connect.ts'
import type { Session } from './database.ts'
import { sql } from './sql.ts'

export type JobContext = {
  /** Starts at 1. An attempt that ended with a crash counts. */
  readonly attempt: number
  /**
   * Whether this is the last attempt. If it fails, the job has failed for good, and the task
   * records that.
   */
  readonly isLastAttempt: boolean
  /** Aborts when the server stops and cannot wait any longer. */
  readonly signal: AbortSignal
}

/** Rejecting retries the job later, with growing delays. Resolving completes it. */
export type Task = (payload: unknown, context: JobContext) => Promise<void>

export type AddJobOptions = {
  /** At most one job per key waits; a newer one replaces it. */
  readonly key?: string
  readonly maxAttempts: number
  /** Earliest start; immediate when absent. */
  readonly runAt?: Date
}

/** Durable work, kept in schema `graphile_worker` of the control-plane database. */
export type Jobs = {
  /** Adds a job in the caller's transaction: the job exists only if that transaction commits. */
  add(tx: Session, task: string, payload: Payload, options: AddJobOptions): Promise<void>
  /** Migrates the queue's schema and unlocks the jobs of a dead server. `add` works after this. */
  prepare(): Promise<void>
  /** Starts the workers, after `prepare`. */
  start(): Promise<void>
  /**
   * Stops taking jobs and waits for running ones. A job that does not end in time is left for the
   * next start.
   */
  stop(): Promise<void>
}

export type Payload = { readonly [name: string]: string | number | boolean | null }

/** Connection settings of the control-plane database, for connections that stay open. */
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
  /** Tasks added by the clock. Times that pass while no server runs are skipped. */
  readonly cron?: readonly CronItem[]
}

/** A task and its schedule: five cron fields, in UTC. */
export type CronItem = { readonly task: string; readonly match: string }

const Added = z.object({ is_added: z.boolean() })

const JobCounts = z.object({ due: z.number(), failed: z.number() })
/** The jobs that are due and have not begun, and those that have failed for good. */
export type JobCounts = z.infer<typeof JobCounts>

/** Counts the jobs of all queues of the control plane, once one of them has been prepared. */
export const countJobs = (session: Session): Promise<JobCounts> =>
  session.one(
    sql`
      select
        count(*) filter (
          where locked_at is null and attempts < max_attempts and run_at <= now()
        )::int as due,
        count(*) filter (where attempts >= max_attempts)::int as failed
      from graphile_worker.jobs`,
    JobCounts,
  )

/** Workers are notified of new jobs by LISTEN; polling only finds jobs whose delay has passed. */
const POLL_MS = 2000
/**
 * Every job can be interrupted: after this time its signal aborts, and the next start repeats it.
 */
const STOP_DEADLINE_MS = 2000

/**
 * A job queue based on graphile-worker. Only one server uses the installation, so a job that is
 * locked at start belongs to a dead server.
 */
export function createJobs(options: JobsOptions): Jobs {
  const { connection, tasks, log, concurrency = 4, cron = [] } = options
  let pool: pg.Pool | undefined
  let runner: Runner | undefined
  let isStopping = false
  const logger = workerLogger(log)

  async function launch(pgPool: pg.Pool): Promise<void> {
    let id = ''
    const events: WorkerEvents = new EventEmitter()
    events.once('pool:create', ({ workerPool }) => (id = workerPool.id))
    const launched = await run({
      pgPool,
      logger,
      events,
      noHandleSignals: true,
      taskList: toTaskList(tasks),
      concurrency,
      pollInterval: POLL_MS,
      gracefulShutdownAbortTimeout: STOP_DEADLINE_MS,
      // In batches, a failure to record a result becomes an error of the worker. Otherwise it is an
      // unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // Always given, so that graphile-worker does not look for a crontab on disk.
      parsedCronItems: parseCronItems([...cron]),
    })
    runner = launched
    const goOn = () => void relaunch(id)
    launched.promise.then(goOn, goOn)
  }

  /** The workers end when the result of a job cannot be recorded because the database is away. */
  async function relaunch(id: string): Promise<void> {
    while (!isStopping) {
      log.warn({}, 'The job workers stopped and are being restarted.')
      // Ended workers may still hold connections of their pool.
      pool?.end().catch(() => {})
      pool = openPool(connection, concurrency, log)
      await sleep(POLL_MS, undefined, { ref: false })
      if (isStopping) return
      try {
        await pool.query(UNLOCK, [[id]])
        return await launch(pool)
      } catch (error) {
        log.warn({ err: error }, 'The job workers could not be started.')
      }
    }
  }

  return {
    async add(tx, task, payload, { key, maxAttempts, runAt }) {
      const adding = sql`
        select id is not null as is_added from graphile_worker.add_job(
          ${task}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null},
          max_attempts => ${maxAttempts}, run_at => ${runAt ?? null}
        )`
      // graphile-worker silently adds nothing if a worker takes the job with the same key between
      // two of its statements. On the next call, that job counts as running, and the new one is
      // added next to it.
      while (!(await tx.one(adding, Added)).is_added);
    },
    async prepare() {
      pool ??= openPool(connection, concurrency, log)
      await runMigrations({ pgPool: pool, logger })
      await unlockAbandoned(pool)
    },
    async start() {
      if (!pool) throw new Error('The job queue has not been prepared')
      isStopping = false
      await launch(pool)
    },
    async stop() {
      isStopping = true
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
    ...(endpoint.isUnproven && endpoint.ssl && { ssl: { rejectUnauthorized: false } }),
    user,
    password,
    application_name: 'stoa-jobs',
    // One connection listens; workers use a connection only between jobs.
    max: concurrency + 1,
    idleTimeoutMillis: 5000,
  })
  const note = (error: Error) => log.warn({ error }, 'A connection of the job queue was lost.')
  pool.on('error', note)
  pool.on('connect', (client) => {
    client.on('error', note)
    boundMessages(client.connection.stream)
  })
  return pool
}

const UNLOCK = 'select graphile_worker.force_unlock_workers($1::text[])'

const WorkerIds = z.array(z.object({ locked_by: z.string() }))

async function unlockAbandoned(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null',
  )
  const ids = WorkerIds.parse(rows).map((row) => row.locked_by)
  if (ids.length > 0) await pool.query(UNLOCK, [ids])
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

/** Tasks log for themselves. Of the worker's own lines, only warnings and errors are kept. */
function workerLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ ...scope }, message)
  })
}
