import type { FairQueue } from '../../../lib/fair-queue.ts'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { readSecret } from '../credentials.ts'
import type { Identity } from '../identity.ts'
import { recordsOf } from '../sessions.ts'
import { statementsThatRecord } from '../record-change.ts'
import { disconnected } from './errors.ts'
import type { GetFile } from './get-file.ts'
import { DOWNLOAD_MS, LOAD_MS } from './limits.ts'
import { loadRows, type TableCreation } from './load.ts'
import { parseInThread, type Piece } from '../../../lib/table-files/parse-in-thread.ts'
import { FileProblem, type Problem } from '../../../lib/table-files/problem.ts'
import { requireFile, type StoredFile } from './queries.ts'
import { deleteOldRuns, endRun, saveLoadedVersion, type RunEnd } from './run-queries.ts'
import { tableCreation } from './table-ddl.ts'

export type RunDeps = {
  readonly identity: Identity
  readonly clock: Clock
  readonly getFile: GetFile
  /** Limits how many files are loaded at the same time. */
  readonly queue: FairQueue
}

/** A run that is recorded and waits for its turn. */
export type BegunRun = {
  readonly runId: string
  /** Loads the file even if it has not changed. */
  readonly force: boolean
  /** The author of the migration, if the run creates the table. */
  readonly author: string | null
  readonly signal: AbortSignal
}

/** Performs a run from its turn in the queue to the record of its end. */
export async function runFile(
  deps: RunDeps,
  project: Project,
  { sourceId, ...run }: BegunRun & { readonly sourceId: string },
): Promise<void> {
  const { runId, signal } = run
  const deadline = AbortSignal.timeout(DOWNLOAD_MS + LOAD_MS)
  const ending = AbortSignal.any([signal, deadline])
  try {
    await deps.queue.run(project.ref, async () => {
      ending.throwIfAborted()
      const record = await requireFile(recordsOf(project), sourceId)
      const end = await load(deps, project, { record, run: { ...run, signal: ending } })
      await endRun(project, runId, { ...end, now: deps.clock.now() })
    })
  } catch (error) {
    const cut = signal.aborted ? INTERRUPTED : TIMED_OUT
    const problem = ending.aborted ? cut : problemOf(error, project)
    await endRun(project, runId, { status: 'failed', error: problem, now: deps.clock.now() })
  }
  await deleteOldRuns(project, sourceId)
}

/** Gets the file, unless it is known to be unchanged, and replaces the rows of its table. */
async function load(
  { identity, getFile }: Pick<RunDeps, 'identity' | 'getFile'>,
  project: Project,
  { record, run }: { readonly record: StoredFile; readonly run: BegunRun },
): Promise<RunEnd> {
  if (!belongsTo(identity, project, record)) throw disconnected()
  const { runId, force, author, signal } = run
  const secret = record.secret_id === null ? undefined : await readSecret(project, record.secret_id)
  const version = { etag: record.etag, lastModified: record.last_modified }
  const isKnown = !force && (version.etag !== null || version.lastModified !== null)
  return getFile(
    project,
    {
      place: record.place,
      secret,
      name: `run-${runId}`,
      timeoutMs: DOWNLOAD_MS,
      signal,
      known: isKnown ? version : undefined,
    },
    async (file): Promise<RunEnd> => {
      if (!file) return { status: 'unchanged' }
      const work = { kind: 'load' as const, columns: record.columns, skipsBadRows: false }
      const pieces = parseInThread({ path: file.path, format: record.format, work }, signal)
      const isNew = !record.has_table && record.loaded === null
      const rows = await loadRows(project, record, {
        pieces: onlyPieces(pieces),
        signal,
        ...(isNew && { creation: creationOf(record, author) }),
      })
      await saveLoadedVersion(project, record, file)
      return { status: 'succeeded', rows, bytes: file.bytes }
    },
  )
}

/** Whether a source was defined in this project, and not in the project that it is a copy of. */
export const belongsTo = (identity: Identity, { ref }: Project, record: StoredFile): boolean =>
  record.belongs_to === identity.belongsTo(ref, record.id)

function creationOf(record: StoredFile, author: string | null): TableCreation {
  const change = tableCreation(record)
  return { statements: change.statements, records: statementsThatRecord(author, change) }
}

async function* onlyPieces(parsed: ReturnType<typeof parseInThread>): AsyncGenerator<Piece> {
  for await (const one of parsed) if (one.kind === 'piece') yield one
}

function problemOf(error: unknown, project: Project): Problem {
  if (error instanceof FileProblem) return error.problem
  if (error instanceof AppError)
    return new FileProblem(error.code, error.message, { hint: error.hint ?? null }).problem
  logFailedRun(project, error)
  return new FileProblem('file_run_failed', 'The run failed.', { hint: 'Retry later.' }).problem
}

export const logFailedRun = (project: Project, error: unknown): void =>
  project.log('wrappers').error({ error: String(error) }, 'Could not refresh a file source.')

export const INTERRUPTED = new FileProblem(
  'file_run_interrupted',
  'The project stopped during the run.',
  {
    hint: 'The table has the rows of the last run. The file is loaded again after the next start.',
  },
).problem

const TIMED_OUT = new FileProblem('file_run_timeout', 'The run took too long.', {
  hint: 'Split the file, or write it as Parquet.',
}).problem
