import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { copyCluster, PARTIAL_COPY, syncCluster } from '../../postgres/copy-cluster.ts'
import type { Account } from '../../postgres/engines/account.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { ProjectTemplates } from './template.ts'

const PREFIX = '.spare-'
/** Writing to the disk slows creations down: it waits until none has come for so long. */
const QUIET_MS = 3000

/** One copy of the template kept ready, so that a new project need not wait for it. */
export type Spares = {
  /** Puts a copy of the template at `target`; does nothing where something is already. */
  place(target: string): Promise<void>
  /**
   * Makes the next spare and sees that every copy handed out is on the disk to the last block; at
   * once, or when no creation has come for a while. A failure is logged, and `place` copies for
   * itself.
   */
  replenish(when: 'now' | 'when-quiet'): void
  /** Begins nothing more and waits for what has begun. */
  settle(): Promise<void>
}

export function createSpares(deps: {
  templates: ProjectTemplates
  engine: Engine
  account: Account | undefined
  folder: string
  log: Log
}): Spares {
  const { templates, engine, account, folder, log } = deps
  /** Copies that a power cut could still take parts of. */
  const unwritten = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let copying: Promise<void> | undefined
  let isSettling = false
  const spareName = async () => path.join(folder, `${PREFIX}${await templates.release()}`)

  async function makeSpare(): Promise<void> {
    const spare = await spareName()
    if (existsSync(spare)) return
    copying = copyCluster(await templates.ensure(), spare, account)
    await copying.finally(() => (copying = undefined))
    unwritten.add(spare)
    for (const name of await readdir(folder))
      if (name.startsWith(PREFIX) && name !== path.basename(spare) && !name.includes(PARTIAL_COPY))
        await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 })
  }

  async function write(copy: string): Promise<void> {
    await syncCluster(copy, { engine, account }).then(
      () => unwritten.delete(copy),
      (error: unknown) => {
        // A spare may be taken in the middle of it; then it is written under its new name.
        if (!existsSync(copy)) unwritten.delete(copy)
        else throw error
      },
    )
  }

  async function work(): Promise<void> {
    try {
      await makeSpare()
      for (const copy of unwritten) if (!isSettling) await write(copy)
    } catch (error) {
      log.warn({ error }, 'No spare cluster could be made.')
    }
  }

  return {
    async place(target) {
      if (existsSync(target)) return
      const spare = await spareName()
      // Sooner done than a second copy beside it.
      await copying?.catch(() => {})
      const isTaken = await rename(spare, target).then(
        () => true,
        () => false,
      )
      if (!isTaken) await copyCluster(await templates.ensure(), target, account)
      if (!isTaken || unwritten.delete(spare)) unwritten.add(target)
    },
    replenish(when) {
      clearTimeout(timer)
      if (isSettling) return
      const begin = () => (working = working.then(work))
      timer = setTimeout(begin, when === 'now' ? 0 : QUIET_MS)
      timer.unref()
    },
    async settle() {
      isSettling = true
      clearTimeout(timer)
      await working
    },
  }
}
