import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Service } from '../../project/service.ts'

/**
 * The folders in which services keep a project's files: `<files>/<ref>/<service>`, next to the
 * clusters and readable only by the server. Code that copies or deletes a project uses this list.
 */
export type ServiceFolders = {
  /** Throws if the service declares no folder, which is a bug in the service. */
  of(ref: string, service: string): string
  /** Every folder of a project, whether or not it exists yet. */
  list(ref: string): readonly string[]
  ensure(ref: string): Promise<void>
  /** Deletes a project's folders; can be called again after a crash. */
  remove(ref: string): Promise<void>
  /** Deletes what an interrupted removal left behind. */
  removeLeftovers(): Promise<void>
}

const TRASH = '.trash-'

export function createServiceFolders(files: string, services: readonly Service[]): ServiceFolders {
  const owners = services.filter(({ hasFolder }) => hasFolder).map(({ name }) => name)
  const list = (ref: string) => owners.map((name) => path.join(files, ref, name))

  async function removeTrash(prefix: string): Promise<void> {
    for (const name of await readdir(files).catch(emptyWhereMissing))
      if (name.startsWith(prefix))
        await rm(path.join(files, name), { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    of(ref, service) {
      if (!owners.includes(service)) throw new Error(`The service ${service} declares no folder`)
      return path.join(files, ref, service)
    },
    list,
    async ensure(ref) {
      for (const folder of list(ref)) await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    async remove(ref) {
      // The folder is renamed first, so that a half-deleted one is not taken for a project's.
      const trash = path.join(files, `${TRASH}${ref}-${randomBytes(4).toString('hex')}`)
      await rename(path.join(files, ref), trash).catch(emptyWhereMissing)
      await removeTrash(`${TRASH}${ref}-`)
    },
    removeLeftovers: () => removeTrash(TRASH),
  }
}

function emptyWhereMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
