import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import { logFileName, parseLogFile, sourceFolder, type LogFile } from '../layout.ts'
import { MAX_SEGMENT_BYTES } from './limits.ts'
import { appendLines, cutTo, repairSegment } from './segment-file.ts'

/** A segment that is not compacted yet. */
export type Segment = LogFile & {
  readonly path: string
  size: number
  /** Nothing is added to it anymore. */
  isClosed: boolean
  /** The file ends with an incomplete line after a failed write. */
  isTorn: boolean
}

/** The folder that holds the logs of all projects, and the group that may read them. */
export type SegmentsPlace = { readonly folder: string; readonly gid: number | undefined }

export type SourceSegments = {
  readonly ref: string
  readonly source: LogSourceName
  readonly folder: string
  readonly segments: Map<string, Segment>
}

/**
 * Creates the folder of a source if needed, and puts it in order after a server that was killed:
 * incomplete lines, unfinished files, and segments whose compacted file is already there.
 */
export async function openSource(
  place: SegmentsPlace,
  ref: string,
  source: LogSourceName,
): Promise<SourceSegments> {
  const folder = sourceFolder(place.folder, ref, source)
  await makeFolders(place, [place.folder, path.dirname(folder), folder])
  const segments = new Map<string, Segment>()
  const names = await readdir(folder)
  const compacted = new Set(names)
  for (const name of names) {
    const file = parseLogFile(name)
    const at = path.join(folder, name)
    const isLeftover = file?.format === 'ndjson' && compacted.has(compactedName(file))
    if (isLeftover || name.endsWith('.tmp')) await rm(at, { force: true })
    else if (file?.format === 'ndjson')
      segments.set(name, {
        ...file,
        path: at,
        size: await repairSegment(at),
        isClosed: false,
        isTorn: false,
      })
  }
  return { ref, source, folder, segments }
}

export const compactedName = (file: LogFile): string => logFileName({ ...file, format: 'parquet' })

async function makeFolders({ gid }: SegmentsPlace, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const isNew = await mkdir(folder, { mode: gid === undefined ? 0o700 : 0o750 }).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      },
    )
    if (isNew && gid !== undefined) await chown(folder, process.getuid?.() ?? -1, gid)
  }
}

/** Appends lines to the open segment of an hour. Writes all of them or, if it rejects, none. */
export async function append(
  source: SourceSegments,
  {
    hour,
    text,
    gid,
  }: { readonly hour: number; readonly text: string } & Pick<SegmentsPlace, 'gid'>,
): Promise<void> {
  const segment = openSegment(source, hour) ?? (await nextSegment(source, hour))
  await mend(segment)
  try {
    const mode = gid === undefined ? 0o600 : 0o640
    segment.size = await appendLines(segment.path, text, { size: segment.size, mode, gid })
  } catch (error) {
    segment.isTorn = true
    await mend(segment).catch(() => {})
    throw error
  }
}

/** Removes what an earlier write left incomplete. */
export async function mend(segment: Segment): Promise<void> {
  if (!segment.isTorn) return
  await cutTo(segment.path, segment.size)
  segment.isTorn = false
}

function openSegment({ segments }: SourceSegments, hour: number): Segment | undefined {
  for (const segment of segments.values()) {
    if (segment.hour !== hour || segment.isClosed) continue
    if (segment.size < MAX_SEGMENT_BYTES) return segment
    segment.isClosed = true
  }
  return undefined
}

async function nextSegment({ folder, segments }: SourceSegments, hour: number): Promise<Segment> {
  const parts = (await listFiles(folder)).filter((file) => file.hour === hour)
  const part = parts.reduce((highest, each) => Math.max(highest, each.part), -1) + 1
  const name = logFileName({ hour, part, format: 'ndjson' })
  const segment: Segment = {
    name,
    hour,
    part,
    format: 'ndjson',
    path: path.join(folder, name),
    size: 0,
    isClosed: false,
    isTorn: false,
  }
  segments.set(name, segment)
  return segment
}

/** The files of events in a folder, the oldest first. Each event is in one of them. */
export async function listFiles(folder: string): Promise<readonly LogFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const all = new Set(names)
  return names
    .flatMap((name) => parseLogFile(name) ?? [])
    .filter((file) => file.format === 'parquet' || !all.has(compactedName(file)))
    .sort((one, other) => one.hour - other.hour || one.part - other.part)
}
