import { AppError } from '../../lib/errors.ts'
import { parseDescription, type BackupDescription } from '../base/description.ts'
import type { BackupParts } from '../deps.ts'
import { projectPrefix, walPrefix } from '../keys.ts'
import { PLATFORM_DATABASE } from '../port.ts'
import { readObject } from '../place/read-object.ts'
import type { Restorable } from '../place/targets.ts'
import { ObjectDamaged } from '../sealing/open-sealed.ts'
import { kindOfWalFile, parseSegmentName } from '../wal/segment-names.ts'

type Parts = Pick<BackupParts, 'store' | 'key'>

/**
 * Finds the newest base backup of the platform's own database, and the WAL in the store that follows
 * it, from nothing but the store. Rejects with 404 `recovery_nothing_found` if there is none, and with
 * 409 `recovery_key_wrong` if the key opens none.
 */
export async function findPlatformBackup(parts: Parts): Promise<Restorable> {
  const keys: string[] = []
  for await (const { key } of parts.store.list(projectPrefix(PLATFORM_DATABASE)))
    if (key.endsWith('.description')) keys.push(key)
  if (keys.length === 0) throw nothingFound()
  const found: BackupDescription[] = []
  for (const key of keys) {
    const description = await readDescription(parts, key)
    if (description) found.push(description)
  }
  const [newest] = found.toSorted((one, other) => (one.completedAt < other.completedAt ? 1 : -1))
  if (!newest) throw keyWrong()
  return toRestorable(newest, await endOfWal(parts, newest))
}

/** Undefined if the key does not open it. */
async function readDescription(parts: Parts, key: string): Promise<BackupDescription | undefined> {
  const read: Buffer[] = []
  try {
    for await (const part of await readObject(parts, key)) read.push(part)
    return parseDescription(Buffer.concat(read))
  } catch (error) {
    if (error instanceof ObjectDamaged) return undefined
    throw error
  }
}

/** The last segment that the store has without a gap. */
export async function endOfWal(
  { store }: Pick<BackupParts, 'store'>,
  {
    chain,
    timeline,
    lastSegment,
    segmentBytes,
  }: Pick<BackupDescription, 'chain' | 'timeline' | 'lastSegment' | 'segmentBytes'>,
  ref = PLATFORM_DATABASE,
): Promise<{ readonly last: number; readonly isGapless: boolean }> {
  const prefix = walPrefix(ref, chain)
  const numbers = new Set<number>()
  for await (const { key } of store.list(prefix)) {
    const name = key.slice(prefix.length)
    if (kindOfWalFile(name) !== 'segment') continue
    const segment = parseSegmentName(name, segmentBytes)
    if (segment.timeline === timeline && segment.number > lastSegment) numbers.add(segment.number)
  }
  let last = lastSegment
  while (numbers.delete(last + 1)) last += 1
  return { last, isGapless: numbers.size === 0 }
}

function toRestorable(
  { id, chain, completedAt, bytes, segmentBytes, ...wal }: BackupDescription,
  { last, isGapless }: { readonly last: number; readonly isGapless: boolean },
): Restorable {
  const at = new Date(completedAt)
  return {
    backup: {
      id,
      chain,
      ref: PLATFORM_DATABASE,
      name: null,
      status: 'complete',
      startedAt: at,
      completedAt: at,
      bytes,
      failure: null,
      verification: null,
      ...wal,
    },
    segmentBytes,
    endSegment: last,
    isCurrent: isGapless,
    reach: { from: at, until: at },
  }
}

const nothingFound = () =>
  new AppError('recovery_nothing_found', 'The store has no backup of an installation.', {
    status: 404,
    hint: 'Check the address: it is the value that STOA_BACKUPS had, and is on the recovery sheet.',
  })

const keyWrong = () =>
  new AppError('recovery_key_wrong', 'The key does not open the backups in this store.', {
    status: 409,
    hint: 'Use the recovery sheet of the installation that made these backups.',
  })
