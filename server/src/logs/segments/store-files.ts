import { chmod, chown, lstat, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LOG_SOURCES, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { Clock } from '../../lib/clock.ts'
import type { KeyedMutex } from '../../lib/keyed-mutex.ts'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import { damagedHour, sourceFolder } from '../layout.ts'
import type { ChangedHour, LogLimits, LogStore, Span, StoredLogFile } from '../port.ts'
import { LATE_MS, MAX_SEGMENT_BYTES } from './limits.ts'
import {
  compactedName,
  listFiles,
  mend,
  type Segment,
  type SegmentsPlace,
  type SourceSegments,
} from './source-segments.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export type StoreFiles = {
  readonly place: SegmentsPlace
  readonly mutex: KeyedMutex
  readonly clock: Clock
  readonly sources: {
    open(ref: string, source: LogSourceName): Promise<SourceSegments>
    forget(ref: string, source: LogSourceName): void
    forgetProject(ref: string): void
    /** All sources on the disk. */
    all(): Promise<readonly SourceSegments[]>
  }
  readonly flush: (ref: string) => Promise<void>
}

type SourceOf = { readonly ref: string; readonly source: LogSourceName }

export async function findFiles(
  { place, sources }: StoreFiles,
  { ref, source, span }: SourceOf & { readonly span: Span },
): Promise<readonly StoredLogFile[]> {
  const folder = sourceFolder(place.folder, ref, source)
  const inSpan = (await listFiles(folder)).filter(
    ({ hour }) => hour + HOUR_MS > span.from && hour < span.to,
  )
  // A segment of a server that was killed can end with an incomplete line until it is opened.
  const opened = inSpan.some(({ format }) => format === 'ndjson')
    ? await sources.open(ref, source)
    : undefined
  const found = await withSizes(folder, inSpan)
  // Lines of a write that has not ended are not counted, because they are removed if it fails.
  return found.map((file) => ({
    ...file,
    bytes: Math.min(file.bytes, opened?.segments.get(file.name)?.size ?? file.bytes),
  }))
}

async function withSizes(
  folder: string,
  files: Awaited<ReturnType<typeof listFiles>>,
): Promise<readonly StoredLogFile[]> {
  const found: StoredLogFile[] = []
  for (const file of files) {
    const at = path.join(folder, file.name)
    // A file that was deleted or compacted since is missing.
    const bytes = await stat(at).then(({ size }) => size, ignoreMissing)
    if (bytes !== undefined) found.push({ ...file, path: at, bytes })
  }
  return found
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

/**
 * Closes the segments of past hours and those that are full. Events that arrive later begin another
 * one.
 */
export async function closeSegments(
  files: StoreFiles,
): Promise<Awaited<ReturnType<LogStore['closedSegments']>>> {
  const closed: (StoredLogFile & SourceOf)[] = []
  for (const source of await files.sources.all()) {
    const { ref } = source
    const isPast = (segment: Segment) =>
      segment.isClosed ||
      segment.size >= MAX_SEGMENT_BYTES ||
      segment.hour + HOUR_MS + LATE_MS <= files.clock.now().getTime()
    if (![...source.segments.values()].some(isPast)) continue
    await files.flush(ref)
    await files.mutex.runExclusive(ref, async () => {
      for (const segment of source.segments.values())
        if (isPast(segment) && (await close(segment))) {
          const { isClosed: _closed, isTorn: _torn, size, ...file } = segment
          closed.push({ ...file, bytes: size, ref, source: source.source })
        }
    })
  }
  return closed
}

async function close(segment: Segment): Promise<boolean> {
  try {
    await mend(segment)
  } catch {
    return false
  }
  segment.isClosed = true
  return segment.size > 0
}

/** Opens every source on the disk: after that, all segments are known. */
export async function openFolders(
  place: SegmentsPlace,
  open: (ref: string, source: LogSourceName) => Promise<unknown>,
): Promise<void> {
  const refs = await readdir(place.folder).catch(() => [])
  for (const ref of refs)
    for (const source of await projectSources(place, ref)) await open(ref, source)
}

async function projectSources({ folder }: SegmentsPlace, ref: string) {
  const names = new Set(await readdir(path.join(folder, ref)).catch(() => []))
  return LOG_SOURCES.map(({ reference }) => reference).filter((source) => names.has(source))
}

/**
 * The rename decides: from then on, the segment is not listed. It is deleted at once, so a reader
 * that has listed it before finds it missing and lists again.
 */
export async function replaceSegment(
  { mutex, sources, place }: StoreFiles,
  segment: StoredLogFile,
  compacted: string,
): Promise<ChangedHour> {
  const folder = path.dirname(segment.path)
  const source = path.basename(folder) as LogSourceName
  const ref = path.basename(path.dirname(folder))
  await mutex.runExclusive(ref, async () => {
    if (!(await lstat(compacted)).isFile()) throw new Error('The compacted file is not a file.')
    const { gid } = place
    await chown(compacted, process.getuid?.() ?? -1, gid ?? process.getgid?.() ?? -1)
    await chmod(compacted, gid === undefined ? 0o600 : 0o640)
    await rename(compacted, path.join(folder, compactedName(segment)))
    await rm(segment.path, { force: true })
    ;(await sources.open(ref, source)).segments.delete(segment.name)
  })
  return { ref, source, hour: segment.hour }
}

export async function measureProject(
  { place }: StoreFiles,
  ref: string,
): Promise<{ bytes: number; oldest: number | undefined; damaged: number }> {
  const all = await projectFiles(place, ref)
  const bytes = all.reduce((sum, file) => sum + file.bytes, 0)
  const damaged = (await damagedFiles(place, ref)).length
  return { bytes, oldest: all[0]?.hour, damaged }
}

/** The files with damaged lines of segments. They are small, and expire by their hour alone. */
async function damagedFiles(
  place: SegmentsPlace,
  ref: string,
): Promise<readonly { readonly path: string; readonly hour: number }[]> {
  const files: { path: string; hour: number }[] = []
  for (const source of await projectSources(place, ref)) {
    const folder = sourceFolder(place.folder, ref, source)
    for (const name of await readdir(folder)) {
      const hour = damagedHour(name)
      if (hour !== undefined) files.push({ path: path.join(folder, name), hour })
    }
  }
  return files
}

async function projectFiles(
  place: SegmentsPlace,
  ref: string,
): Promise<readonly (StoredLogFile & { readonly source: LogSourceName })[]> {
  const all: (StoredLogFile & { readonly source: LogSourceName })[] = []
  for (const source of await projectSources(place, ref)) {
    const folder = sourceFolder(place.folder, ref, source)
    for (const file of await withSizes(folder, await listFiles(folder)))
      all.push({ ...file, source })
  }
  return all.sort((one, other) => one.hour - other.hour || one.part - other.part)
}

export async function expireFiles(
  files: StoreFiles,
  ref: string,
  { days, bytes, onExpire }: LogLimits,
): Promise<void> {
  await files.mutex.runExclusive(ref, async () => {
    const all = await projectFiles(files.place, ref)
    const oldest = files.clock.now().getTime() - days * DAY_MS
    let kept = all.reduce((sum, file) => sum + file.bytes, 0)
    for (const file of all) {
      if (file.hour + HOUR_MS > oldest && kept <= bytes) break
      await onExpire?.(file.source, file)
      await rm(file.path, { force: true })
      kept -= file.bytes
      ;(await files.sources.open(ref, file.source)).segments.delete(file.name)
    }
    for (const { path: damaged, hour } of await damagedFiles(files.place, ref))
      if (hour + HOUR_MS <= oldest) await rm(damaged, { force: true })
  })
}
