import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../lib/errors.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import { runAs } from '../engines/run.ts'
import { trySignal } from './processes.ts'

/** User ids that only one cluster, or only one project's functions, run with. */
const FIRST_UID = 0x6000_0000
const LAST_UID = 0x7fff_fffe

/** Pauses before it is checked whether the processes have ended. The first rounds suffice. */
const ROUNDS_MS = [0, 5, 20, 100, 250, 500, 1000, 2000]
/** Reading all at once would hold up the other files that the server reads. */
const AT_ONCE = 16

/** How far the list of processes is read at the same time for several accounts. */
const listOnce = createSharedRuns<ReadonlyMap<number, readonly number[]>>()

/**
 * Ends every process of an account that one cluster, or one project's functions, have for
 * themselves, such as programs that went into the background. Does nothing where the server is not
 * root. Rejects with 503 `processes_remain` if one does not end.
 *
 * The system sends the signal to all processes of the account in one step, which none can escape by
 * forking. Who sends it is one of them and could be ended first, so this process also ends each one
 * that it finds.
 */
export async function endProcessesOf(uid: number): Promise<void> {
  if (!canEnd(uid)) return
  for (const pause of ROUNDS_MS) {
    await runAs({ name: `${uid}`, uid, gid: uid }, '/bin/sh', ['-c', 'kill -KILL -1'], {
      timeoutMs: 5000,
    }).catch(() => {
      // There were none, or it was ended itself.
    })
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

/** The same before a start, when there are usually none. */
export async function endLeftProcessesOf(uid: number): Promise<void> {
  if (canEnd(uid) && (await processesOf(uid)).length > 0) await endProcessesOf(uid)
}

const canEnd = (uid: number): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && uid >= FIRST_UID && uid <= LAST_UID

/** The running processes of an account. Only Linux lists them. */
export async function processesOf(uid: number): Promise<readonly number[]> {
  return (await listOnce('all', listByAccount)).get(uid) ?? []
}

async function listByAccount(): Promise<ReadonlyMap<number, readonly number[]>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = new Map<number, number[]>()
  for (let at = 0; at < pids.length; at += AT_ONCE)
    await Promise.all(
      pids.slice(at, at + AT_ONCE).map(async (pid) => {
        const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
        for (const uid of accountsOf(text)) {
          const known = found.get(uid) ?? []
          known.push(Number(pid))
          found.set(uid, known)
        }
      }),
    )
  return found
}

/**
 * The user ids of a process: a program may take over the rights of another account, and its own
 * account can still signal it. A process whose first thread has ended looks like one that has ended.
 */
function accountsOf(status: string): ReadonlySet<number> {
  const ids = /^Uid:((?:\s+\d+)+)$/m.exec(status)?.[1]?.trim().split(/\s+/).map(Number) ?? []
  const hasEnded = /^State:\s+[ZX]/m.test(status) && !/^Threads:\s+(?:[2-9]|\d\d)/m.test(status)
  return new Set(hasEnded ? [] : ids.filter((uid) => uid >= FIRST_UID && uid <= LAST_UID))
}
