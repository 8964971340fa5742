import { nextName } from '@stoa/contract/services/storage/next-name'

/**
 * The names in an archive for objects of a folder, in the same order: without the path to the
 * folder, without empty parts, which programs that unpack refuse or drop, and each of them once.
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
