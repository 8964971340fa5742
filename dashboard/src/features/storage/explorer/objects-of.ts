import type { StorageObject } from '@stoa/contract/services/storage/members'
import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import type { Entry } from './entries.ts'

/**
 * All objects among the entries and below their folders. `onCount` is called as they are listed.
 */
export async function objectsOf(
  verbs: Pick<ObjectVerbs, 'objectsBelow'>,
  entries: readonly Entry[],
  { signal, onCount }: { signal?: AbortSignal; onCount?: (count: number) => void } = {},
): Promise<StorageObject[]> {
  const objects: StorageObject[] = []
  for (const entry of entries) {
    if (entry.kind === 'object') objects.push(entry.object)
    else
      for await (const below of verbs.objectsBelow(entry.name, signal)) {
        objects.push(...below)
        onCount?.(objects.length)
      }
  }
  return objects
}
