import { rmdir } from 'node:fs/promises'
import type { Owner } from './change-owner.ts'
import type { Measured, MeasureLimits } from './measure-folder.ts'
import { codeOf } from './walk.ts'
import { createWalkThread } from './walk-thread.ts'

/*
 * Work on whole folders that belong to another account, or that another account can write to. The
 * folder that they are in has to be the server's own.
 */

/** One for the process, like the threads that Node has for files. It starts when it is first used. */
const thread = createWalkThread()

export type { Measured } from './measure-folder.ts'

/** Measures a folder and everything in it; one that does not exist occupies nothing. */
export async function measure(folder: string, limits: MeasureLimits = {}): Promise<Measured> {
  return (await thread.run({ kind: 'measure', folder, limits })) as Measured
}

/** Deletes a folder with everything in it, or a file. Does nothing if there is none. */
export async function remove(folder: string): Promise<void> {
  // Starting the thread takes longer than most of what waits for this.
  if (await isGone(folder)) return
  await thread.run({ kind: 'remove', folder })
}

/** Gives a folder to another account, and everything in it that its owner has. */
export async function giveTo(folder: string, { uid, gid }: Owner): Promise<void> {
  await thread.run({ kind: 'change-owner', folder, owner: { uid, gid } })
}

/** Removes an empty folder. */
const isGone = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    (error: unknown) => codeOf(error) === 'ENOENT',
  )
