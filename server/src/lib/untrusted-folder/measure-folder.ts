import { lstatSync } from 'node:fs'
import { closeFolder, openTop, placeOf, type OpenFolder } from './open-folder.ts'
import { codeOf, OTHER_DEVICE, walk } from './walk.ts'

/** Limits at which a measurement ends early. */
export type MeasureLimits = {
  /** Stops counting at this many bytes. */
  readonly bytes?: number
  readonly entries?: number
  readonly depth?: number
  readonly milliseconds?: number
}

export type Measured = {
  /** The entries' size on disk; holes of sparse files count nothing. */
  readonly bytes: number
  readonly entries: number
  /** False if the folder may be larger than what was counted. */
  readonly isComplete: boolean
  /** The first limit that was reached; `access` is a folder that cannot be read. */
  readonly reached: 'bytes' | 'entries' | 'depth' | 'milliseconds' | 'access' | undefined
}

const BLOCK_BYTES = 512
const DEFAULT_ENTRIES = 2_000_000
const DEFAULT_DEPTH = 64
const DEFAULT_MS = 60_000

/** Measures a folder and everything in it. One that does not exist occupies nothing. */
export function* measureFolder(
  folder: string,
  limits: MeasureLimits = {},
): Generator<void, Measured> {
  const {
    bytes: maxBytes = Number.POSITIVE_INFINITY,
    entries: maxEntries = DEFAULT_ENTRIES,
    depth: maxDepth = DEFAULT_DEPTH,
    milliseconds = DEFAULT_MS,
  } = limits
  const top = openUnlessMissing(folder)
  if (!top) return { bytes: 0, entries: 0, isComplete: true, reached: undefined }
  const until = performance.now() + milliseconds
  let bytes = top.blocks * BLOCK_BYTES
  let entries = 0
  let reached: Measured['reached']
  try {
    yield* walk(top, {
      file(parent, name) {
        const blocks = lstatSync(placeOf(parent, name), { throwIfNoEntry: false })?.blocks
        bytes += (blocks ?? 0) * BLOCK_BYTES
        entries += 1
      },
      folder(found, { depth }) {
        bytes += found.blocks * BLOCK_BYTES
        entries += 1
        if (depth > maxDepth) reached ??= 'depth'
        return depth <= maxDepth
      },
      closed(_place, code) {
        entries += 1
        // Another file system's content does not count towards this one.
        if (code !== OTHER_DEVICE) reached ??= 'access'
      },
      goesOn() {
        if (bytes > maxBytes) reached ??= 'bytes'
        else if (entries > maxEntries) reached ??= 'entries'
        else if (entries % 64 === 0 && performance.now() >= until) reached ??= 'milliseconds'
        else return true
        return false
      },
    })
  } finally {
    closeFolder(top)
  }
  return { bytes, entries, isComplete: reached === undefined, reached }
}

function openUnlessMissing(folder: string): OpenFolder | undefined {
  try {
    return openTop(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
