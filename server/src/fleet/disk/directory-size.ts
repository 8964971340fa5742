import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

const BLOCK_BYTES = 512

/** What a folder occupies on its disk. Files that disappear meanwhile count as nothing. */
export async function directorySize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let bytes = 0
  // One file at a time, because the size is not urgent and the requests of other projects are.
  for (const entry of entries) {
    const name = path.join(folder, entry.name)
    bytes += entry.isDirectory()
      ? await directorySize(name)
      : await lstat(name).then(
          ({ blocks }) => blocks * BLOCK_BYTES,
          () => 0,
        )
  }
  return bytes
}
