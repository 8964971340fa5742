import { nextName } from '@stoa/contract/services/storage/next-name'

/**
 * Names in an archive for the objects of a folder, in the same order. The path to the folder and
 * empty parts are removed, because unzip programs refuse or drop the latter, and each name is
 * unique.
 */
export function zipNames(names: readonly string[], folder: string): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let free = name
      .slice(folder.length)
      .split('/')
      .map((part) => part || '_')
      .join('/')
    while (taken.has(free)) free = nextName(free)
    taken.add(free)
    return free
  })
}
