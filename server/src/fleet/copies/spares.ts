import { existsSync } from 'node:fs'
import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { copyCluster, PARTIAL_COPY, syncCluster } from '../../postgres/clusters/copy-cluster.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { ProjectTemplates } from './template.ts'

const PREFIX = '.spare-'
/**
 * Flushing copies to disk slows project creation, so it starts only after this long without one.
 */
const QUIET_MS = 3000

/** Keeps one spare copy of the template ready, so that a new project does not wait for a copy. */
export type Spares = {
  /** Puts a copy of the template at `target`; does nothing if `target` exists. */
  place(target: string): Promise<void>
  /** Has another copy that was handed out flushed to disk with those of the template. */
  placed(copy: string): void
  /**
   * Makes the next spare and flushes every copy handed out to disk, either now or after a period
   * without project creations. A failure is logged; `place` then makes its own copy.
   */
  replenish(when: 'now' | 'when-quiet'): void
  /** Starts no more work and waits for the work in progress. */
  settle(): Promise<void>
}

export function createSpares(deps: {
  templates: ProjectTemplates
  engine: Engine
  accounts: ClusterAccounts
  folder: string
  log: Log
}): Spares {
  const { templates, engine, accounts, folder, log } = deps
  /** Copies that are not fully flushed to disk, so a power failure could damage them. */
  const unwritten = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let copying: Promise<void> | undefined
  let isSettling = false
  const spareName = async () => path.join(folder, `${PREFIX}${await templates.release()}`)

  const copyTemplate = async (target: string) =>
    copyCluster(await templates.ensure(), target, await accounts.next())

  async function makeSpare(): Promise<void> {
    const spare = await spareName()
    if (existsSync(spare)) return
    copying = copyTemplate(spare)
    await copying.finally(() => (copying = undefined))
    unwritten.add(spare)
    for (const name of await readdir(folder))
      if (name.startsWith(PREFIX) && name !== path.basename(spare) && !name.includes(PARTIAL_COPY))
        await remove(path.join(folder, name))
  }

  async function write(copy: string): Promise<void> {
    await syncCluster(copy, { engine, account: await accounts.of(copy) }).then(
      () => unwritten.delete(copy),
      (error: unknown) => {
        // `place` may have renamed the spare in the meantime; it is then flushed under its new
        // name.
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
      log.warn({ error }, 'Could not create a spare cluster.')
    }
  }

  return {
    async place(target) {
      if (existsSync(target)) return
      const spare = await spareName()
      // Waiting for the copy in progress is faster than starting a second one.
      await copying?.catch(() => {})
      const isTaken = await rename(spare, target).then(
        () => true,
        () => false,
      )
      if (!isTaken) await copyTemplate(target)
      if (!isTaken || unwritten.delete(spare)) unwritten.add(target)
    },
    placed: (copy) => void unwritten.add(copy),
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
