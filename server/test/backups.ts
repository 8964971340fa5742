import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Backup, Backups, Verification } from '../src/backups/port.ts'
import { copyCluster } from '../src/postgres/clusters/copy-cluster.ts'

export type TestBackups = Backups & {
  /** Copies the data directory of a project that is paused. */
  snapshot(ref: string): Promise<Backup>
  /** Where the copies are, so that a test can damage one. */
  folderOf(backup: Pick<Backup, 'ref' | 'id'>): string
  /** Runs before each `place`. */
  beforePlace: (dataDir: string) => Promise<void>
}

/**
 * Backups that are copies of stopped data directories, in a folder beside that of the projects. Any
 * process that uses the same folder sees the same backups.
 */
export function createTestBackups({ projects }: { readonly projects: string }): TestBackups {
  const store = path.join(path.dirname(projects), 'backups')
  const verifications = new Map<string, Verification>()
  const folderOf = ({ ref, id }: Pick<Backup, 'ref' | 'id'>) => path.join(store, `${ref}-${id}`)
  const toBackup = async (name: string): Promise<Backup> => {
    const [ref = '', id = ''] = name.split('-')
    const { birthtime } = await stat(path.join(store, name))
    return {
      ref,
      id,
      name: null,
      status: 'complete',
      startedAt: birthtime,
      completedAt: birthtime,
      bytes: 1,
      failure: null,
      verification: verifications.get(id) ?? null,
    }
  }
  const list = async (ref: string) => {
    const names = existsSync(store) ? await readdir(store) : []
    return Promise.all(names.filter((name) => name.startsWith(`${ref}-`)).map(toBackup))
  }
  const backups: TestBackups = {
    folderOf,
    beforePlace: async () => {},
    async snapshot(ref) {
      await mkdir(store, { recursive: true, mode: 0o700 })
      const id = randomBytes(4).toString('hex')
      const target = folderOf({ ref, id })
      await cp(path.join(projects, ref), target, { recursive: true })
      return toBackup(path.basename(target))
    },
    follow: () => ({ stop: async () => {} }),
    take: (ref) => backups.snapshot(ref),
    list,
    reach: async (ref) =>
      (await list(ref)).map(({ startedAt }) => ({ from: startedAt, until: startedAt })),
    async place(dataDir, { ref, target, account }) {
      await backups.beforePlace(dataDir)
      const id = target.kind === 'backup' ? target.id : ((await list(ref))[0]?.id ?? '')
      await copyCluster(folderOf({ ref, id }), dataDir, account)
    },
    async placeLatest(dataDir, { ref, account }) {
      await backups.beforePlace(dataDir)
      const [latest] = (await list(ref)).toReversed()
      await copyCluster(folderOf({ ref, id: latest?.id ?? '' }), dataDir, account)
    },
    placeFiles: async () => {},
    fileCopy: async () => undefined,
    platformState: async () => undefined,
    recordVerification: async (id, verification) => void verifications.set(id, verification),
    remove: (ref, id) => rm(folderOf({ ref, id }), { recursive: true }),
    async forget(ref) {
      for (const backup of await list(ref)) await rm(folderOf(backup), { recursive: true })
    },
  }
  return backups
}
