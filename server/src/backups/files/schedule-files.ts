import { readdir } from 'node:fs/promises'
import { describeError, messageOf } from '../../lib/describe-error.ts'
import { AppError } from '../../lib/errors.ts'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import type { BackupParts, FilesPlace } from '../deps.ts'
import { FILES_EVERY_MS, FILES_PAUSE_FACTOR } from '../limits.ts'
import { clearFileFailure, saveFileCopy, saveFileFailure } from '../records/file-copies.ts'
import { copyFiles } from './copy-files.ts'

const TICK_MS = 15_000
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
}

type State = ScheduleDeps & {
  /** When the files of a project are due, by the monotonic clock. */
  readonly dueAt: Map<string, number>
  /** Stopped projects, and those that an earlier server may have changed. */
  readonly pending: Set<string>
  readonly failed: Set<string>
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
    pending: new Set(),
    failed: new Set(),
    stopping: new AbortController(),
  }
  const { log } = deps.parts
  let known: Promise<void> | undefined
  let running: Promise<void> | undefined
  const tick = async () => {
    known ??= addAll(state)
    await known
    await copyDue(state)
  }
  const timer = setInterval(() => {
    running ??= tick()
      .catch((error: unknown) => {
        known = undefined
        log.error({ err: describeError(error) }, 'Files could not be backed up.')
      })
      .finally(() => (running = undefined))
  }, TICK_MS).unref()
  return {
    stopped: (ref) => void state.pending.add(ref),
    async stop() {
      clearInterval(timer)
      state.stopping.abort(new Error('The server stops'))
      await running
    },
  }
}

async function addAll({ parts: { files }, pending }: State): Promise<void> {
  const names = await readdir(files.root).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  for (const name of names) if (REF.test(name)) pending.add(name)
}

async function copyDue(state: State): Promise<void> {
  const { pending, dueAt, running, stopping } = state
  for (const ref of new Set([...pending, ...running()])) {
    if (stopping.signal.aborted) return
    if (performance.now() < (dueAt.get(ref) ?? 0)) continue
    pending.delete(ref)
    const begun = performance.now()
    // The failure is recorded and logged.
    await copy(state, ref).catch(() => pending.add(ref))
    const took = performance.now() - begun
    dueAt.set(ref, performance.now() + Math.max(FILES_EVERY_MS, took * FILES_PAUSE_FACTOR))
  }
}

async function copy(
  { parts, exclusively, failed, stopping }: State,
  ref: string,
): Promise<void> {
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
