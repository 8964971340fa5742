import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { remove as removeFolder } from '../../lib/untrusted-folder/folders.ts'
import type { DataFolder } from './data-folder.ts'
import { endForeignServer } from '../processes/foreign-server.ts'
import { PARTIAL_TEMPLATE } from '../clusters/template.ts'

/**
 * Removes what a killed server left next to its clusters: socket folders, and unfinished templates
 * with the Postgres that was preparing them. Call it with the installation's lock held and before
 * any cluster starts. Failures are logged.
 */
export async function removeLeftovers(
  { sockets, templates }: Pick<DataFolder, 'sockets' | 'templates'>,
  log: Log,
): Promise<void> {
  const socketFolders = (await readdir(sockets, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(sockets, name))
  const unfinished = (await readdir(templates))
    .filter((name) => name.includes(PARTIAL_TEMPLATE))
    .map((name) => path.join(templates, name))
  const remove = async (leftover: string) => {
    await endForeignServer(leftover)
    await removeFolder(leftover)
  }
  await Promise.all(
    [...socketFolders, ...unfinished].map((leftover) =>
      remove(leftover).catch((error: unknown) =>
        log.warn({ err: error, leftover }, 'Could not remove a leftover of a killed server.'),
      ),
    ),
  )
}
