import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../lib/errors.ts'
import { isAlive, isPostgresOf, postgresProcessesOf, trySignal } from './processes.ts'

const POLL_MS = 10

/** What `postmaster.pid` of a data directory says: the postmaster, and on its eighth line how far it is. */
export async function readPidFile(
  dataDir: string,
): Promise<{ readonly pid: number; readonly status: string } | undefined> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  // Between its making and its first line being written the file is empty.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0
  return { pid, status: lines[7]?.trim() ?? '' }
}

/**
 * Leaves a data directory free to be started on. After `kill -9` of the server its cluster may still
 * run or be shutting down; after `kill -9` of a postmaster its children may still write. Two servers
 * on one directory must never be, so whatever is at work there is asked to end, made to end when it
 * does not, and waited for. Rejects with 503 `data_directory_busy` when something stays.
 */
export async function endForeignServer(dataDir: string): Promise<void> {
  // Another start may win the directory in between; then that one is the foreign server.
  for (let round = 0; round < 5; round += 1) {
    const found = await readPidFile(dataDir)
    if (!found) return
    if (found.pid > 0 && (await isPostgresOf(found.pid, dataDir)))
      await endProcess(found.pid, POSTMASTER_PATIENCE)
    const now = await readPidFile(dataDir)
    if (!now) return
    if (now.pid !== found.pid) continue
    // Without a postmaster its children end by themselves as soon as they look up.
    for (const pid of await postgresProcessesOf(dataDir)) await endProcess(pid, ORPHAN_PATIENCE)
    if ((await readPidFile(dataDir))?.pid !== found.pid) continue
    // Postgres would refuse if the number it holds now names another process of the same account.
    await rm(path.join(dataDir, 'postmaster.pid'), { force: true })
    return
  }
  throw busy(dataDir)
}

type Patience = readonly (readonly [signal: NodeJS.Signals | 0, waitMs: number])[]

/** Fast shutdown, immediate shutdown, the end. */
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
  new AppError('data_directory_busy', 'Another Postgres still holds the data directory.', {
    status: 503,
    hint: 'End the other Postgres process, then retry.',
    details: who,
    retryAfter: 5,
  })
