import { statfs } from 'node:fs/promises'

/** Reads how many bytes the disk of a folder has left for this account. */
export type FreeBytes = (folder: string) => Promise<number>

export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
