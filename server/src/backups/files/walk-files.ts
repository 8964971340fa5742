import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'

/** A file of a project, and what changes when its content does. */
export type WalkedFile = {
  /** From the project's folder, with slashes. */
  readonly path: string
  readonly bytes: number
  /** Its times and its number in the file system. */
  readonly state: string
}

/** The regular files of a project's folder below these entries, in the order of `comparePaths`. */
export async function* walkFiles(
  folder: string,
  entries: readonly string[],
): AsyncGenerator<WalkedFile> {
  for (const entry of entries.toSorted(comparePaths)) yield* walkEntry(folder, entry)
}

async function* walkEntry(folder: string, name: string): AsyncGenerator<WalkedFile> {
  const full = path.join(folder, name)
  const stats = await lstat(full, { bigint: true }).catch(goneToUndefined)
  if (stats?.isFile()) {
    const state = `${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}`
    yield { path: name, bytes: Number(stats.size), state }
  }
  if (!stats?.isDirectory()) return
  // The order of the file system says nothing, and differs from that of the last list.
  const inside = (await readdir(full).catch(goneToUndefined)) ?? []
  for (const each of inside.toSorted(compareNames)) yield* walkEntry(folder, `${name}/${each}`)
}

function compareNames(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Orders paths by their names from the left, as a walk visits them. */
export function comparePaths(one: string, other: string): number {
  const [names, others] = [one.split('/'), other.split('/')]
  for (const [at, name] of names.entries()) {
    const counterpart = others[at]
    if (counterpart === undefined) return 1
    if (name !== counterpart) return compareNames(name, counterpart)
  }
  return names.length - others.length
}

/** Files come and go while they are looked at. */
function goneToUndefined(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
}
