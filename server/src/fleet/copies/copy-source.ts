import { setTimeout as sleep } from 'node:timers/promises'
import { copy, remove } from '../../lib/untrusted-folder/folders.ts'
import { endForeignServer } from '../../postgres/processes/foreign-server.ts'
import type { LastRun } from '../lifecycle/advance.ts'
import type { Machine } from '../machine/machine.ts'
import type { Passwords } from '../machine/passwords.ts'
import type { Instances } from '../records/instances.ts'
import type { InstanceRow } from '../records/queries.ts'
import { STOPPED } from './copied-entries.ts'
import { originGone, originNotReady, unusualFiles } from './refusals.ts'
import { copyRunning, type FilesCopy } from './running-copy.ts'

export type CopySourceDeps = {
  readonly instances: Pick<Instances, 'find'>
  readonly machines: () => {
    of(ref: string): Pick<Machine, 'hold' | 'release' | 'whileStopped'>
  }
  readonly lastRun: LastRun
  readonly passwords: Passwords
}

/** How long a copy waits for a source that is neither running nor stopped. */
const POLL_MS = 100

/**
 * Copies the files of a project, whether its cluster runs, sleeps or is paused, without waking or
 * stopping it. A start of a sleeping source does not wait for the copy, which begins again then.
 */
export async function copySource(deps: CopySourceDeps, job: FilesCopy): Promise<void> {
  await deps.lastRun(job.ref)
  for (;;) {
    job.signal.throwIfAborted()
    refuseUnlessCopyable(await deps.instances.find(job.ref))
    // An earlier attempt could have left files there.
    await remove(job.target)
    const machine = deps.machines().of(job.ref)
    const running = machine.hold()
    if (running)
      return copyRunning(deps, { ...job, socketDir: running.socketDir }).finally(() =>
        machine.release(),
      )
    if (await machine.whileStopped((giveWay) => copyStopped(job, giveWay)).catch(onlyIfOwn)) return
    await sleep(POLL_MS)
  }
}

class GaveWay extends Error {}

/** The copy of a stopped cluster begins again after it gave way to a start. */
function onlyIfOwn(error: unknown): false {
  if (error instanceof GaveWay) return false
  throw error
}

async function copyStopped(job: FilesCopy, giveWay: AbortSignal): Promise<void> {
  const { dataDir, target, account } = job
  const signal = AbortSignal.any([job.signal, giveWay])
  try {
    await endForeignServer(dataDir)
    const files = await copy(dataDir, { target, owner: account, rules: STOPPED }, signal)
    if (files.unusual > 0) throw unusualFiles()
    await job.copyFiles()
  } catch (error) {
    job.signal.throwIfAborted()
    if (giveWay.aborted) throw new GaveWay()
    throw error
  }
}

function refuseUnlessCopyable(source: InstanceRow | undefined): void {
  if (!source) throw originGone()
  switch (source.status) {
    case 'GOING_DOWN':
    case 'REMOVED':
      throw originGone()
    case 'RESTORING':
    case 'UPGRADING':
    case 'RESIZING':
    case 'RESTORE_FAILED':
    case 'INIT_FAILED':
      throw originNotReady(source.status)
    default:
      // It has no data yet.
      if (source.engine_version === null) throw originNotReady(source.status)
  }
}
