import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/errors.ts'
import { isInRange } from '../../lib/id-range.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import { runAs } from '../engines/run.ts'
import { CLUSTER_IDS, FUNCTION_IDS, LONE_FUNCTION_IDS } from './account-ids.ts'
import { trySignal } from './processes.ts'

/** Only one cluster, or one project's functions, run with such an id. */
const isOwn = (uid: number): boolean =>
  [CLUSTER_IDS, FUNCTION_IDS, LONE_FUNCTION_IDS].some((ids) => isInRange(ids, uid))

/** Delays before each check whether the processes have ended. The first rounds suffice. */
const ROUNDS_MS = [0, 5, 20, 100, 250, 500, 1000, 2000]
/** How many processes are examined before other work gets a turn. */
const AT_ONCE = 64

/** One reading of the process list serves all accounts that are looked for at the time. */
const listOnce = createSharedRuns<ReadonlyMap<number, readonly number[]>>()

/**
 * Ends every process of an account that one cluster, or one project's functions, have for
 * themselves, such as programs that went into the background. Does nothing where the server is not
 * root. Rejects with 503 `processes_remain` if one does not end.
 *
 * The system sends the signal to all processes of the account in one step, which none can escape by
 * forking. The sender is one of them, and could be ended first by the others, so this process also
 * counts what is left, and ends it. Without `isCounted` it does so only if the sender failed: that is
 * enough where another list of the processes is empty, and counting takes milliseconds.
 */
export async function endProcessesOf(
  uid: number,
  { isCounted = true }: { readonly isCounted?: boolean } = {},
): Promise<void> {
  if (!canEnd(uid)) return
  for (const pause of ROUNDS_MS) {
    if ((await killAll(uid)) && !isCounted) return
    await sleep(pause)
    const left = await processesOf(uid)
    if (left.length === 0) return
    for (const pid of left) trySignal(pid, 'SIGKILL')
  }
  throw new AppError('processes_remain', 'Processes of a stopped project do not end.', {
    status: 503,
    hint: 'They may wait for a disk. Retry; if that does not help, restart the machine.',
    details: uid,
    retryAfter: 5,
  })
}

/** False if the sender was ended, or the account has reached its process limit. */
async function killAll(uid: number): Promise<boolean> {
  const account = { name: `${uid}`, uid, gid: uid }
  return runAs(account, '/bin/sh', ['-c', 'kill -KILL -1'], { timeoutMs: 5000 }).then(
    () => true,
    () => false,
  )
}

/** Same as above, for accounts that usually have no processes. */
export async function endLeftProcessesOf(uid: number): Promise<void> {
  if (canEnd(uid) && (await processesOf(uid)).length > 0) await endProcessesOf(uid)
}

const canEnd = (uid: number): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && isOwn(uid)

/** The running processes of an account. Only Linux lists them. */
export async function processesOf(uid: number): Promise<readonly number[]> {
  const pids = (await listOnce('all', listByAccount)).get(uid) ?? []
  return pids.filter((pid) => !hasEnded(statusOf(pid)))
}

/**
 * In slices, because there can be thousands. The kernel generates the files, so no disk access is
 * involved.
 */
async function listByAccount(): Promise<ReadonlyMap<number, readonly number[]>> {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const found = new Map<number, number[]>()
  for (const [index, pid] of pids.entries()) {
    if (index % AT_ONCE === 0) await nextTurn()
    for (const uid of accountsOf(pid)) {
      const known = found.get(uid) ?? []
      known.push(pid)
      found.set(uid, known)
    }
  }
  return found
}

/**
 * The accounts that can signal a process. Its `/proc` files belong to root if it took over another
 * account's rights, or does not let its own account inspect it.
 */
function accountsOf(pid: number): readonly number[] {
  const owner = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid
  if (owner === undefined) return []
  const ids = owner === 0 ? idsOf(statusOf(pid)) : [owner]
  return [...new Set(ids)].filter(isOwn)
}

const idsOf = (status: string): readonly number[] =>
  /^Uid:((?:\s+\d+)+)$/m.exec(status)?.[1]?.trim().split(/\s+/).map(Number) ?? []

/** A process whose main thread alone has ended also looks like an ended one. */
const hasEnded = (status: string): boolean =>
  status === '' || (/^State:\s+[ZX]/m.test(status) && !/^Threads:\s+(?:[2-9]|\d\d)/m.test(status))

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}
