import { rmdir } from 'node:fs/promises'
import type { Owner } from './change-owner.ts'
import type { CopiedFolder, CopyOptions } from './copy-folder.ts'
import type { Measured, MeasureLimits } from './measure-folder.ts'
import { codeOf } from './walk.ts'
import { createWalkThread } from './walk-thread.ts'

/*
 * Operations on whole folders that belong to another account, or that another account can write to.
 * Their parent folder must belong to the server.
 */

/** One thread per process, started on first use. */
const thread = createWalkThread()

export type { CopyRules } from './copy-folder.ts'
export type { Measured } from './measure-folder.ts'

/** Measures a folder and everything in it; one that does not exist occupies nothing. */
export async function measure(folder: string, limits: MeasureLimits = {}): Promise<Measured> {
  return (await thread.run({ kind: 'measure', folder, limits })) as Measured
}

/** Deletes a folder with everything in it, or a file. Does nothing if there is none. */
export async function remove(folder: string): Promise<void> {
  // Starting the thread takes longer than most of the work it does.
  if (await isGone(folder)) return
  await thread.run({ kind: 'remove', folder })
}

/** Changes the owner of a folder and of everything in it that its current owner has. */
export async function giveTo(folder: string, { uid, gid }: Owner): Promise<void> {
  await thread.run({ kind: 'change-owner', folder, owner: { uid, gid } })
}

/**
 * Copies a folder, which may change at the same time, into one that only the server can enter. See
 * `copyFolder`. Rejects with the signal's reason once nothing writes to the copy any more.
 */
export async function copy(
  folder: string,
  options: CopyOptions,
  signal?: AbortSignal,
): Promise<CopiedFolder> {
  return (await thread.run({ kind: 'copy', folder, options }, signal)) as CopiedFolder
}

/** Removes an empty folder. */
const isGone = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    (error: unknown) => codeOf(error) === 'ENOENT',
  )
