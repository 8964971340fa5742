import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RECOVERY_WAL_FOLDER } from '../../postgres/clusters/archive.ts'
import type { BackupParts } from '../deps.ts'
import { historyKey, segmentKey } from '../keys.ts'
import type { RestoreTarget } from '../port.ts'
import { ObjectMissing } from '../store/object-store.ts'
import { readCommitTimes } from '../wal/commit-times.ts'
import { historyName, segmentName } from '../wal/segment-names.ts'
import { readWhole } from './read-object.ts'
import type { RecoveryEnd } from './recovery-settings.ts'
import type { Restorable } from './targets.ts'

/** Segments that are read from the store at a time. */
const AHEAD = 4

/**
 * Puts the WAL that a recovery needs into a folder of the data directory, and returns where the
 * recovery ends. Postgres refuses a time that no commit follows, so then it reads to the end.
 */
export async function fetchWal(
  parts: Pick<BackupParts, 'store' | 'key'>,
  dataDir: string,
  { chosen, target }: { readonly chosen: Restorable; readonly target: RestoreTarget },
): Promise<RecoveryEnd> {
  const folder = path.join(dataDir, RECOVERY_WAL_FOLDER)
  await mkdir(folder, { mode: 0o700 })
  await fetchHistories(parts, folder, chosen)
  const { firstSegment, lastSegment } = chosen.backup
  const end = target.kind === 'backup' ? lastSegment : chosen.endSegment
  let cut: Buffer | undefined
  let isPast = false
  for await (const { number, content } of segments(parts, chosen, { from: firstSegment, end })) {
    await writeFile(path.join(folder, nameOf(chosen, number)), content, { mode: 0o600 })
    const times = readCommitTimes(content, cut)
    cut = times.cut
    if (target.kind !== 'time') continue
    isPast ||= times.last !== undefined && times.last > target.at
    // Postgres has to see the commit, but nothing after it.
    if (isPast && number >= lastSegment) return { kind: 'time', at: target.at }
  }
  return target.kind === 'backup' ? { kind: 'consistent' } : { kind: 'all' }
}

const nameOf = ({ backup: { timeline }, segmentBytes }: Restorable, number: number) =>
  segmentName({ timeline, number }, segmentBytes)

async function* segments(
  parts: Pick<BackupParts, 'store' | 'key'>,
  chosen: Restorable,
  { from, end }: { readonly from: number; readonly end: number },
): AsyncGenerator<{ readonly number: number; readonly content: Buffer }> {
  const { backup, segmentBytes } = chosen
  const read = (number: number) => {
    const key = segmentKey(backup.ref, backup.chain, {
      timeline: backup.timeline,
      number,
      segmentBytes,
    })
    const content = readWhole(parts, key, {
      part: `segment ${nameOf(chosen, number)}`,
      maxBytes: segmentBytes,
    })
    // A failure is reported when its turn comes.
    content.catch(() => {})
    return { number, content }
  }
  const ahead: { readonly number: number; readonly content: Promise<Buffer> }[] = []
  let next = from
  for (let number = from; number <= end; number += 1) {
    for (; next <= Math.min(end, number + AHEAD); next += 1) ahead.push(read(next))
    const current = ahead.shift()
    if (current) yield { number, content: await current.content }
  }
}

/** The first timeline has no history; others may have lost theirs with an older chain. */
async function fetchHistories(
  parts: Pick<BackupParts, 'store' | 'key'>,
  folder: string,
  { backup }: Restorable,
): Promise<void> {
  for (let timeline = 2; timeline <= backup.timeline; timeline += 1) {
    const key = historyKey(backup.ref, backup.chain, timeline)
    try {
      const content = await readWhole(parts, key, {
        part: `the history of timeline ${timeline}`,
        isOptional: true,
      })
      await writeFile(path.join(folder, historyName(timeline)), content, { mode: 0o600 })
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
    }
  }
}
