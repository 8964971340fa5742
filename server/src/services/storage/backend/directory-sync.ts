import { open, type FileHandle } from 'node:fs/promises'
import { createSharedRuns } from '../../../lib/shared-runs.ts'

type Opened = { readonly handle: Promise<FileHandle>; users: number }

/**
 * Makes the names in a directory durable. Calls at the same time share a synchronization, and the
 * open directory, because each call to the disk costs as much as writing a small file.
 */
export function createDirectorySync(): (directory: string) => Promise<void> {
  const opened = new Map<string, Opened>()
  const share = createSharedRuns<void>()

  function use(directory: string): Opened {
    const known = opened.get(directory)
    if (known) return known
    const added = { handle: open(directory, 'r'), users: 0 }
    opened.set(directory, added)
    return added
  }

  return async function syncDirectory(directory) {
    const used = use(directory)
    used.users += 1
    try {
      const handle = await used.handle
      await share(directory, () => handle.sync())
    } finally {
      used.users -= 1
      if (used.users === 0) {
        opened.delete(directory)
        used.handle.then((handle) => handle.close()).catch(() => {})
      }
    }
  }
}
