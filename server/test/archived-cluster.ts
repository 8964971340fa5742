import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Backups } from '../src/backups/port.ts'
import { archiveSettings, ensureStagingFolder } from '../src/postgres/clusters/archive.ts'
import { createCluster } from '../src/postgres/clusters/cluster.ts'
import { copyCluster } from '../src/postgres/clusters/copy-cluster.ts'
import { SUPERUSER } from '../src/postgres/clusters/template.ts'
import { TEST_SUPERUSER_PASSWORD, type TestMachine } from './project.ts'

export type ArchivedTestCluster = {
  readonly dataDir: string
  /** Runs SQL as the superuser; the rows of the last statement. */
  query(text: string): Promise<readonly Record<string, unknown>[]>
  /** Ends every process of the cluster as a power cut does. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts a cluster that archives, from the template unless its directory exists, and follows it. */
export async function startArchivedCluster(
  { engine, account, watchdog, template }: TestMachine,
  { folder, ref, backups }: { folder: string; ref: string; backups: Backups },
): Promise<ArchivedTestCluster> {
  const dataDir = path.join(folder, ref)
  const socketDir = path.join(folder, `s-${ref.slice(0, 4)}`)
  if (!existsSync(dataDir)) await copyCluster(template, dataDir, account)
  const password = TEST_SUPERUSER_PASSWORD
  const endpoint = { host: socketDir, port: 5432, database: 'postgres' } as const
  const archiving = backups.follow({ ref, dataDir, account, endpoint, password })
  await ensureStagingFolder(dataDir, account)
  const settings = archiveSettings(engine)
  const cluster = createCluster({ engine, account, watchdog, dataDir, socketDir, settings })
  await cluster.start()
  return {
    dataDir,
    async query(text) {
      const client = new pg.Client({ ...endpoint, user: SUPERUSER, password })
      await client.connect()
      try {
        const result: unknown = await client.query<Record<string, unknown>>(text)
        const last = Array.isArray(result) ? result.at(-1) : result
        return (last as { rows: Record<string, unknown>[] }).rows
      } finally {
        await client.end()
      }
    },
    async kill() {
      const pid = Number(
        (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0],
      )
      process.kill(pid, 'SIGKILL')
      await cluster.stop()
      await archiving.stop()
    },
    async stop() {
      await cluster.stop()
      await archiving.stop()
    },
  }
}
