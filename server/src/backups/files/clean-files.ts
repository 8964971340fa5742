import type { BackupParts } from '../deps.ts'
import { partsPrefix } from '../keys.ts'
import { listLists, readList } from './file-list.ts'

const DAY_MS = 24 * 3600_000
/** Behind the prefix of a list: year, month and day. */
const DAY_DIGITS = 8

/**
 * Removes the lists of a project's files that are too old, and the parts that no other list names. The
 * lists go first: an interrupted run leaves parts, which the next one removes.
 */
export async function cleanFiles(
  parts: Pick<BackupParts, 'store' | 'key' | 'clock'>,
  ref: string,
  { days, isFirst }: { readonly days: number; readonly isFirst: boolean },
): Promise<void> {
  const { store, clock } = parts
  const all = await listLists(parts, ref)
  const cutoff = new Date(clock.now().getTime() - days * DAY_MS)
  const kept = keptLists(all, cutoff)
  const expired = all.filter((key) => !kept.includes(key))
  for (const key of expired) await store.remove(key)
  // Only a removed list or an interrupted run leaves parts behind.
  if (expired.length === 0 && !isFirst) return
  const named = new Set<string>()
  for (const key of kept)
    for await (const file of readList(parts, key))
      for (const digest of file.parts) named.add(digest)
  for await (const { key } of store.list(partsPrefix(ref)))
    if (!named.has(key.slice(key.lastIndexOf('/') + 1))) await store.remove(key)
}

/** The newest list, and the last one of each day that is kept. */
export function keptLists(newestFirst: readonly string[], cutoff: Date): readonly string[] {
  const oldest = toDay(cutoff.toISOString().replaceAll('-', ''))
  const days = new Set<string>()
  return newestFirst.filter((key, at) => {
    const day = toDay(key.slice(key.lastIndexOf('/') + 1))
    const isLastOfDay = !days.has(day)
    days.add(day)
    return at === 0 || (isLastOfDay && day >= oldest)
  })
}

const toDay = (text: string): string => text.slice(0, DAY_DIGITS)
