import { readdir } from 'node:fs/promises'
import { withDeadline } from '../../lib/deadline.ts'
import { describeError, messageOf } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import type { BackupParts, FilesPlace } from '../deps.ts'
import { FILES_AT_ONCE, FILES_EVERY_MS, FILES_PAUSE_FACTOR, STOP_MS } from '../limits.ts'
import { clearFileFailure, saveFileCopy, saveFileFailure } from '../records/file-copies.ts'
import { copyFiles } from './copy-files.ts'

const TICK_MS = 15_000
const CLEAN_MS = 6 * 3600_000
/** A project's folder; unfinished removals have a dot. */
const REF = /^[a-z0-9]+$/

export type FileSchedule = {
  /** The project has stopped, so its files are copied once more. */
  stopped(ref: string): void
  /** Ends the copies in progress; the next start repeats them. */
  stop(): Promise<void>
}

type ScheduleDeps = {
  readonly parts: BackupParts & { readonly files: FilesPlace }
  /** The projects whose files can change. */
  readonly running: () => Iterable<string>
  readonly exclusively: (ref: string, work: () => Promise<void>) => Promise<void>
  /** Removes what no kept list names. */
  readonly clean: (ref: string) => Promise<void>
}

type State = ScheduleDeps & {
  /** When the files of a project are due, by the monotonic clock. */
  readonly dueAt: Map<string, number>
  /** When its files are cleaned next, and the folders of all projects looked for. */
  readonly cleanAt: Map<string, number>
  allAt: number
  /** Stopped projects, and those that an earlier server may have changed. */
  readonly pending: Set<string>
  readonly failed: Set<string>
  readonly copying: Map<string, Promise<void>>
  readonly stopping: AbortController
}

/**
 * Copies the files of each running project about once a minute, and those of a stopped one once more.
 * Nothing waits for it: a store that fails or is slow costs only the copies.
 */
export function startFileSchedule(deps: ScheduleDeps): FileSchedule {
  const state: State = {
    ...deps,
    dueAt: new Map(),
    cleanAt: new Map(),
    allAt: -Infinity,
    pending: new Set(),
    failed: new Set(),
    copying: new Map(),
    stopping: new AbortController(),
  }
  const { log } = deps.parts
  let running: Promise<void> | undefined
  const tick = async () => {
    if (performance.now() >= state.allAt) await addAll(state)
    copyDue(state)
  }
  const timer = setInterval(() => {
    running ??= tick()
      .catch((error: unknown) =>
        log.error({ err: describeError(error) }, 'Files could not be backed up.'),
      )
      .finally(() => (running = undefined))
  }, TICK_MS).unref()
  return {
    stopped: (ref) => void state.pending.add(ref),
    async stop() {
      clearInterval(timer)
      state.stopping.abort(new Error('The server stops'))
      await running
      // A store that does not respond must not keep the server from stopping.
      await withDeadline(STOP_MS, () => Promise.all(state.copying.values())).catch(() => {})
    },
  }
}

async function addAll(state: State): Promise<void> {
  const { files } = state.parts
  const names = await readdir(files.root).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for (const name of names) if (REF.test(name)) state.pending.add(name)
  state.allAt = performance.now() + CLEAN_MS
}

/** A few projects at a time, because the first copy of a large one takes long. */
function copyDue(state: State): void {
  const { pending, dueAt, running } = state
  const due = [...new Set([...pending, ...running()])].filter(
    (ref) => performance.now() >= (dueAt.get(ref) ?? 0) && !state.copying.has(ref),
  )
  for (const ref of due) {
    if (state.stopping.signal.aborted || state.copying.size >= FILES_AT_ONCE) return
    pending.delete(ref)
    state.copying.set(
      ref,
      copyOne(state, ref).finally(() => state.copying.delete(ref)),
    )
  }
}

/** Never rejects: failures are recorded and logged. */
async function copyOne(state: State, ref: string): Promise<void> {
  const begun = performance.now()
  try {
    await copy(state, ref)
    if (begun >= (state.cleanAt.get(ref) ?? 0)) await cleanOne(state, ref)
  } catch {
    state.pending.add(ref)
  }
  const took = performance.now() - begun
  const pause = Math.max(FILES_EVERY_MS, took * FILES_PAUSE_FACTOR)
  state.dueAt.set(ref, performance.now() + pause)
}

async function cleanOne(state: State, ref: string): Promise<void> {
  try {
    await state.exclusively(ref, () => state.clean(ref))
    state.cleanAt.set(ref, performance.now() + CLEAN_MS)
  } catch (error) {
    const { log } = state.parts
    log.error({ ref, err: describeError(error) }, 'Old files could not be removed from the store.')
  }
}

async function copy({ parts, exclusively, failed, stopping }: State, ref: string): Promise<void> {
  const { records, clock, log } = parts
  try {
    await exclusively(ref, async () => {
      const at = clock.now()
      const copied = await copyFiles(parts, ref, stopping.signal)
      if (copied) await saveFileCopy(records, ref, { at, ...copied })
      else await clearFileFailure(records, ref)
    })
    failed.delete(ref)
  } catch (error) {
    if (stopping.signal.aborted) throw error
    if (!failed.has(ref))
      log.error({ ref, err: describeError(error) }, 'The files of a project were not backed up.')
    failed.add(ref)
    const reason = error instanceof AppError ? error.message : messageOf(error)
    await saveFileFailure(records, ref, reason).catch(() => {
      // The records do not respond either; the log has the reason.
    })
    throw error
  }
}
