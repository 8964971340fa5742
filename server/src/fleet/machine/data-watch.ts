import { watch } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'

/** The data directory as it was when its Postgres started. */
export type DataIdentity = {
  /** Whether the directory was moved, or is being deleted. */
  isGone(): Promise<boolean>
}

/**
 * Postgres keeps working with its open files when its data directory is deleted or moved away, and
 * notices it within a minute. Everything it commits in that time is lost.
 */
export async function identifyData(dataDir: string): Promise<DataIdentity> {
  const { dev, ino } = await lstat(dataDir)
  return {
    async isGone() {
      try {
        const now = await lstat(dataDir)
        await lstat(path.join(dataDir, 'PG_VERSION'))
        return now.dev !== dev || now.ino !== ino
      } catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      }
    },
  }
}

/**
 * Calls `onChange` soon after a data directory in `folder` was added, deleted or renamed. Only the
 * server's account can do that, so a project cannot cause any calls. Does nothing if the system
 * cannot watch the folder.
 */
export function watchDataFolder(
  folder: string,
  { log, onChange }: { readonly log: Log; readonly onChange: () => void },
): { close(): void } {
  const ignore = (error: unknown) =>
    log.warn({ err: error, folder }, 'The folder of the projects cannot be watched.')
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', ignore)
    return watcher
  } catch (error) {
    ignore(error)
    return { close() {} }
  }
}
