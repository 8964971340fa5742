import { AppError } from '../../lib/errors.ts'
import { readFileIn, removeIn } from '../../lib/untrusted-folder/files.ts'
import { isAlive, isPostgresOf, postgresProcessesOf, trySignal } from './processes.ts'

const POLL_MS = 10

const PID_FILE = 'postmaster.pid'
/** It has eight lines; two of them are paths. */
const MAX_BYTES = 16_384

/**
 * Reads `postmaster.pid` of a data directory: the postmaster's process number, and on the eighth
 * line its status. Rejects with 503 `unexpected_file` if it is not a file that Postgres writes.
 */
export async function readPidFile(
  dataDir: string,
): Promise<{ readonly pid: number; readonly status: string } | undefined> {
  const file = await readFileIn(dataDir, PID_FILE, { maxBytes: MAX_BYTES }).catch(
    (error: unknown) => {
      if (error instanceof AppError) throw error
      return undefined
    },
  )
  if (file === undefined) return undefined
  const lines = file.content.toString('latin1').split('\n')
  // The file is empty between its creation and the writing of its first line.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0
  return { pid, status: lines[7]?.trim() ?? '' }
}

/** Any other content of this name comes from the cluster's account and names no process. */
const readAnyPidFile = (dataDir: string): ReturnType<typeof readPidFile> =>
  readPidFile(dataDir).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unexpected_file') return { pid: 0, status: '' }
    throw error
  })

/**
 * Makes sure that no server uses a data directory before a start. After `kill -9` of our server its
 * cluster may still run or be shutting down; after `kill -9` of a postmaster its children may still
 * write. Two servers must never share a directory, so every process in it is asked to end, killed
 * if it does not, and waited for. Rejects with 503 `data_directory_busy` if a process remains.
 */
export async function endForeignServer(dataDir: string): Promise<void> {
  // Another start may take the directory in between; then its server is the foreign one.
  for (let round = 0; round < 5; round += 1) {
    const found = await readAnyPidFile(dataDir)
    if (!found) return
    if (found.pid > 0 && (await isPostgresOf(found.pid, dataDir)))
      await endProcess(found.pid, POSTMASTER_PATIENCE)
    const now = await readAnyPidFile(dataDir)
    if (!now) return
    if (now.pid !== found.pid) continue
    // Without a postmaster its children end as soon as they notice.
    for (const pid of await postgresProcessesOf(dataDir)) await endProcess(pid, ORPHAN_PATIENCE)
    if ((await readAnyPidFile(dataDir))?.pid !== found.pid) continue
    // Postgres refuses to start if the number in the file now belongs to another process of the
    // same account.
    await removeIn(dataDir, PID_FILE)
    return
  }
  throw busy(dataDir)
}

type Patience = readonly (readonly [signal: NodeJS.Signals | 0, waitMs: number])[]

/** Fast shutdown, immediate shutdown, kill. */
const POSTMASTER_PATIENCE: Patience = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]
const ORPHAN_PATIENCE: Patience = [
  [0, 500],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 5_000],
]

async function endProcess(pid: number, patience: Patience): Promise<void> {
  for (const [signal, waitMs] of patience) {
    trySignal(pid, signal)
    const until = performance.now() + waitMs
    while (performance.now() < until) {
      if (!(await isAlive(pid))) return
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }
  throw busy(String(pid))
}

const busy = (who: string) =>
  new AppError('data_directory_busy', 'Another Postgres process still uses the data directory.', {
    status: 503,
    hint: 'Stop that process, then retry.',
    details: who,
    retryAfter: 5,
  })
