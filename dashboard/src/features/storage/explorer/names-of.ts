import type { ObjectVerbs } from '../../../data/resources/storage-verbs.ts'
import type { Entry } from './entries.ts'

/** The names of the objects among entries and below their folders, at most so many. */
export async function namesOf(
  verbs: Pick<ObjectVerbs, 'namesBelow'>,
  entries: readonly Entry[],
  { most = Infinity }: { most?: number } = {},
): Promise<string[]> {
  const names: string[] = []
  for (const { kind, name } of entries) {
    if (kind === 'object') names.push(name)
    else
      for await (const below of verbs.namesBelow(name)) {
        names.push(...below)
        if (names.length >= most) break
      }
    if (names.length >= most) break
  }
  return names.slice(0, most)
}
