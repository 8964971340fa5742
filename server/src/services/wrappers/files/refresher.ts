import { FileRun, KEPT_RUNS, type FileRun as Run } from '@stoa/contract/services/wrappers/files'
import { nextRun, parseSchedule } from '@stoa/contract/services/cron/schedule'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { perProject } from '../../../project/per-project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import { storableText } from '../../../lib/storable-text.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import type { JobRun } from '../../../project/service.ts'
import { readSecret } from '../credentials.ts'
import type { Identity } from '../identity.ts'
import { recordsOf, remember } from '../sessions.ts'
import type { GetFile } from './get-file.ts'
import { DOWNLOAD_MS, LOAD_MS } from './limits.ts'
import { statementsThatRecord } from '../record-change.ts'
import { tableStatements } from './table-ddl.ts'
import { loadRows, type TableCreation } from './load.ts'
import { parseInThread, type Piece } from '../../../lib/table-files/parse-in-thread.ts'
import { FileProblem, type Problem } from '../../../lib/table-files/problem.ts'
import { disconnected } from './errors.ts'
import { readFiles, readRuns, requireFile, type StoredFile } from './queries.ts'

export const REFRESH_JOB = 'refresh'

/** Loads files into their tables, on demand and on schedule. */
export type Refresher = {
  /**
   * Ends runs that an earlier server left, and makes sure that each schedule has its durable job.
   */
  start(project: Project): Promise<void>
  /** The durable job of a schedule. */
  due(project: Project, job: JobRun): Promise<void>
  /** Starts a run, or resolves to the current one. */
  begin(
    project: Project,
    id: string,
    options: {
      readonly trigger: Run['trigger']
      readonly force?: boolean
      /** The author of the migration, if the run creates the table. */
      readonly author?: string | null
    },
  ): Promise<Run>
  /** Schedules the next run of a source whose schedule has changed. */
  plan(project: Project, id: string, schedule: string | null): Promise<void>
  /** Ends the run of a source, and waits until it has ended. */
  cancel(project: Project, id: string): Promise<void>
  stop(project: Project): Promise<void>
}

type RunOptions = {
  readonly runId: string
  readonly force: boolean
  readonly author: string | null
  readonly signal: AbortSignal
}

type Underway = { readonly stopping: AbortController; readonly ended: Promise<void> }

/** Maximum files that are loaded at the same time, each of another project. */
const PARALLEL = 2
const MAX_WAITING = 100
/** An interrupted run is retried, unless that has happened too often in a row. */
const MAX_INTERRUPTIONS = 3
const RETRY_MS = 30_000

export function createRefresher(deps: {
  readonly identity: Identity
  readonly clock: Clock
  readonly getFile: GetFile
}): Refresher {
  const { identity, clock, getFile } = deps
  const underwayOf = perProject(() => new Map<string, Underway>())
  const queue = createFairQueue({ places: PARALLEL, maxWaiting: MAX_WAITING, refuse: tooMany })
  const belongs = ({ ref }: Project, record: StoredFile) =>
    record.belongs_to === identity.belongsTo(ref, record.id)

  async function addJob(project: Project, id: string, runAt: Date): Promise<void> {
    await remember(
      project,
      sql`update stoa.file_sources set next_run_at = ${runAt} where id = ${id}::uuid`,
    )
    await project.addJob('wrappers', REFRESH_JOB, { id }, { key: id, runAt })
  }

  async function plan(project: Project, id: string, schedule: string | null): Promise<void> {
    const parsed = schedule === null ? undefined : parseSchedule(schedule)
    const next = parsed && nextRun(parsed, clock.now())
    if (next) return addJob(project, id, next)
    await remember(
      project,
      sql`update stoa.file_sources set next_run_at = null where id = ${id}::uuid`,
    )
  }

  async function load(
    project: Project,
    record: StoredFile,
    { runId, force, author, signal }: RunOptions,
  ): Promise<void> {
    if (!belongs(project, record)) throw disconnected()
    const secret =
      record.secret_id === null ? undefined : await readSecret(project, record.secret_id)
    const known = { etag: record.etag, lastModified: record.last_modified }
    const isKnown = !force && (known.etag !== null || known.lastModified !== null)
    await getFile(
      project,
      {
        place: record.place,
        secret,
        name: `run-${runId}`,
        timeoutMs: DOWNLOAD_MS,
        signal,
        known: isKnown ? known : undefined,
      },
      async (file) => {
        if (!file) return finish(project, runId, { status: 'unchanged' })
        const pieces = parseInThread(
          {
            path: file.path,
            format: record.format,
            work: { kind: 'load', columns: record.columns, skipsBadRows: false },
          },
          signal,
        )
        const rows = await loadRows(project, record, {
          pieces: onlyPieces(pieces),
          signal,
          ...(!record.has_table &&
            record.loaded === null && { creation: creationOf(record, author) }),
        })
        // Skipped if the definition has changed in the meantime, which cleared these fields.
        await remember(
          project,
          sql`
            update stoa.file_sources set etag = ${file.etag}, last_modified = ${file.lastModified}
            where id = ${record.id}::uuid and place = ${JSON.stringify(record.place)}::jsonb
              and format = ${JSON.stringify(record.format)}::jsonb`,
        )
        await finish(project, runId, { status: 'succeeded', rows, bytes: file.bytes })
      },
    )
  }

  async function finish(
    project: Project,
    runId: string,
    { status, rows, bytes, error }: Partial<Omit<Run, 'error'>> & { error?: Problem },
  ): Promise<void> {
    await remember(
      project,
      sql`
        update stoa.file_runs set status = ${status ?? 'failed'}, rows = ${rows ?? null}::bigint,
          bytes = ${bytes ?? null}::bigint, ended_at = ${clock.now()},
          error = ${error ? storableText(JSON.stringify(error)) : null}::jsonb
        where id = ${runId}::bigint`,
    )
  }

  async function perform(project: Project, id: string, options: RunOptions): Promise<void> {
    const { runId, signal } = options
    const deadline = AbortSignal.timeout(DOWNLOAD_MS + LOAD_MS)
    const ending = AbortSignal.any([signal, deadline])
    try {
      await queue.run(project.ref, async () => {
        ending.throwIfAborted()
        const record = await requireFile(recordsOf(project), id)
        await load(project, record, { ...options, signal: ending })
      })
    } catch (error) {
      const cut = signal.aborted ? INTERRUPTED : TIMED_OUT
      const problem = ending.aborted ? cut : problemOf(error, project)
      await finish(project, runId, { status: 'failed', error: problem })
    }
    await remember(
      project,
      sql`
        delete from stoa.file_runs where source_id = ${id}::uuid and id not in (
          select id from stoa.file_runs where source_id = ${id}::uuid
          order by id desc limit ${KEPT_RUNS})
        and id is distinct from (
          select pg_catalog.max(id) from stoa.file_runs
          where source_id = ${id}::uuid and status = 'succeeded')`,
    )
  }

  /**
   * Ends a run that has no worker: its database was gone when its end should have been recorded. A
   * run that another request has just started is left alone.
   */
  async function endForgotten(project: Project, id: string): Promise<void> {
    const before = new Date(clock.now().getTime() - RETRY_MS)
    await remember(
      project,
      sql`
        update stoa.file_runs set status = 'failed', ended_at = ${clock.now()},
          error = ${JSON.stringify(INTERRUPTED)}::jsonb
        where source_id = ${id}::uuid and status = 'running' and started_at < ${before}`,
    )
  }

  async function begin(
    project: Project,
    id: string,
    { trigger, force = false, author = null }: Parameters<Refresher['begin']>[2],
  ): Promise<Run> {
    await requireFile(recordsOf(project), id)
    if (!underwayOf(project).has(id)) await endForgotten(project, id)
    const begun = await recordsOf(project).maybe(
      sql`
        insert into stoa.file_runs (source_id, trigger, started_at)
        values (${id}::uuid, ${trigger}, ${clock.now()})
        on conflict (source_id) where status = 'running' do nothing
        returning id::text`,
      z.object({ id: z.string() }),
    )
    const [newest] = await readRuns(recordsOf(project), id)
    if (!begun) return FileRun.parse(newest)
    const underway = underwayOf(project)
    const stopping = new AbortController()
    const release = project.holdAwake()
    const ended = perform(project, id, {
      runId: begun.id,
      force,
      author,
      signal: stopping.signal,
    })
      .catch((error: unknown) => complain(project, error))
      .finally(() => {
        underway.delete(id)
        release()
      })
    underway.set(id, { stopping, ended })
    return FileRun.parse(newest)
  }

  return {
    begin,
    plan,
    async start(project) {
      const folder = project.folder('wrappers')
      for (const name of await readdir(folder).catch(() => []))
        await rm(path.join(folder, name), { force: true })
      await remember(
        project,
        sql`
          update stoa.file_runs set status = 'failed', ended_at = ${clock.now()},
            error = ${JSON.stringify(INTERRUPTED)}::jsonb
          where status = 'running'`,
      )
      for (const record of await readFiles(recordsOf(project))) {
        if (!belongs(project, record)) continue
        const runs = await readRuns(recordsOf(project), record.id)
        const others = runs.findIndex(({ error }) => error?.code !== INTERRUPTED.code)
        const interruptions = others === -1 ? runs.length : others
        if (interruptions > 0 && interruptions < MAX_INTERRUPTIONS)
          await addJob(project, record.id, new Date(clock.now().getTime() + RETRY_MS))
        else if (record.next_run_at !== null)
          await addJob(project, record.id, new Date(record.next_run_at))
        // The server ended between the change of the schedule and its job.
        else if (record.schedule !== null) await plan(project, record.id, record.schedule)
      }
    },
    async due(project, { payload }) {
      const records = await readFiles(recordsOf(project))
      const record = records.find(({ id }) => id === payload['id'])
      if (!record || !belongs(project, record)) return
      // The run comes first: a start schedules missing jobs, but does not know about a run that
      // never began.
      await begin(project, record.id, { trigger: 'schedule' })
      await plan(project, record.id, record.schedule)
    },
    async cancel(project, id) {
      const running = underwayOf(project).get(id)
      running?.stopping.abort()
      await running?.ended
    },
    async stop(project) {
      const all = [...underwayOf(project).values()]
      for (const { stopping } of all) stopping.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

const complain = (project: Project, error: unknown) =>
  project.log('wrappers').error({ error: String(error) }, 'Could not refresh a file source.')

function problemOf(error: unknown, project: Project): Problem {
  if (error instanceof FileProblem) return error.problem
  if (error instanceof AppError)
    return new FileProblem(error.code, error.message, { hint: error.hint ?? null }).problem
  complain(project, error)
  return new FileProblem('file_run_failed', 'The run failed.', { hint: 'Retry later.' }).problem
}

function creationOf(record: StoredFile, author: string | null): TableCreation {
  const { schema, table } = record
  const statements = tableStatements(record)
  const words = ['create', 'table', schema, table]
  return { statements, records: statementsThatRecord(author, { words, statements }) }
}

async function* onlyPieces(parsed: ReturnType<typeof parseInThread>): AsyncGenerator<Piece> {
  for await (const one of parsed) if (one.kind === 'piece') yield one
}

const INTERRUPTED = new FileProblem('file_run_interrupted', 'The project stopped during the run.', {
  hint: 'The table has the rows of the last run. The file is loaded again after the next start.',
}).problem
const TIMED_OUT = new FileProblem('file_run_timeout', 'The run took too long.', {
  hint: 'Split the file, or write it as Parquet.',
}).problem

const tooMany = () =>
  new AppError('too_many_file_runs', 'Too many files of this project wait to be loaded.', {
    status: 429,
    hint: 'Retry when they have finished.',
  })
