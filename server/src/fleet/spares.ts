import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../lib/log.ts'
import { copyCluster, PARTIAL_COPY, syncCluster } from '../postgres/copy-cluster.ts'
import type { Account } from '../postgres/engines/account.ts'
import type { Engine } from '../postgres/engines/engine.ts'
import type { ProjectTemplates } from './template.ts'

const PREFIX = '.spare-'

/** One copy of the template kept ready, on disk to the last block, so that a new project need not wait for it. */
export type Spares = {
  /** Puts a copy of the template at `target`; does nothing where something is already. */
  place(target: string): Promise<void>
  /** Makes the next spare, in the background; a failure is logged, and `place` copies for itself. */
  replenish(): void
  /** Waits for a spare being made. */
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
  let making: Promise<void> | undefined
  const syncing = new Set<Promise<void>>()
  const spareName = async () => path.join(folder, `${PREFIX}${await templates.release()}`)

  async function make(): Promise<void> {
    const spare = await spareName()
    if (existsSync(spare)) return
    const fresh = `${spare}${PARTIAL_COPY}${randomBytes(4).toString('hex')}`
    await copyCluster(await templates.ensure(), fresh, account)
    await syncCluster(fresh, { engine, account })
    await rename(fresh, spare)
    for (const name of await readdir(folder))
      if (name.startsWith(PREFIX) && name !== path.basename(spare))
        await rm(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 })
  }

  function inBackground(target: string, work: Promise<void>): void {
    const noted = work
      .catch((error: unknown) =>
        log.warn({ error, target }, 'A copy was not hastened to the disk.'),
      )
      .finally(() => syncing.delete(noted))
    syncing.add(noted)
  }

  return {
    async place(target) {
      if (existsSync(target)) return
      const taken = await rename(await spareName(), target).then(
        () => true,
        () => false,
      )
      if (taken) return
      await copyCluster(await templates.ensure(), target, account)
      // The system writes it within half a minute; hastened, but not waited for.
      inBackground(target, syncCluster(target, { engine, account }))
    },
    replenish() {
      making ??= make()
        .catch((error: unknown) => log.warn({ error }, 'No spare cluster could be made.'))
        .finally(() => (making = undefined))
    },
    async settle() {
      await making
      await Promise.all(syncing)
    },
  }
}
