import type { Clock } from '../../../lib/clock.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'

/**
 * The messages that a node sends at once. Numbers only grow, so that others cannot replay anything.
 */
export type Sending = {
  readonly from: string
  /** Ten times the milliseconds at which it was sent, or one more than `previous`. */
  readonly number: number
  readonly previous: number
}

/** A chunk of it. Its readable part is authenticated together with the bytes. */
export type Chunk = Sending & {
  readonly part: number
  readonly parts: number
}

/** A notification of Postgres has less than 8000 bytes, in which this becomes base64. */
const CHUNK_BYTES = 5800
const FORM = /^([\da-f]{16}):(\d{1,15}):(\d{1,15}):(\d{1,4}):(\d{1,4}):([\w+/=]+)$/
/** Older notifications do not count as new. */
const MAX_AGE_MS = 10_000

/** The number of the current message. */
export const nextNumber = (previous: number, now: Date): number =>
  Math.max(previous + 1, now.getTime() * 10)

/**
 * Seals a node's messages for a project in chunks that fit a notification. Every role of the
 * database can listen to a channel and notify it, so nothing is readable, and nothing forged is
 * accepted.
 */
export function sealChunks(
  box: SecretBox,
  ref: string,
  { sending, bytes }: { readonly sending: Sending; readonly bytes: Buffer },
): readonly string[] {
  const parts = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES))
  return Array.from({ length: parts }, (_, part) => {
    const piece = bytes.subarray(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES)
    const sealed = box.sealBytes(piece, contextOf(ref, { ...sending, part, parts }))
    const { from, number, previous } = sending
    return `${from}:${number}:${previous}:${part}:${parts}:${sealed.toString('base64')}`
  })
}

/** Undefined for a notification that no node of this installation has sent for the project. */
export function openChunk(
  box: SecretBox,
  ref: string,
  text: string,
): { readonly chunk: Chunk; readonly bytes: Buffer } | undefined {
  const [, from = '', number, previous, part, parts, sealed = ''] = FORM.exec(text) ?? []
  if (from === '') return undefined
  const chunk = {
    from,
    number: Number(number),
    previous: Number(previous),
    part: Number(part),
    parts: Number(parts),
  }
  try {
    const bytes = box.openBytes(Buffer.from(sealed, 'base64'), contextOf(ref, chunk))
    return { chunk, bytes }
  } catch {
    return undefined
  }
}

const contextOf = (ref: string, { from, number, previous, part, parts }: Chunk): string =>
  `${ref} ${from} ${number} ${previous} ${part} ${parts}`

/** Puts the chunks of one node together again. */
export type Assembly = {
  /**
   * Returns the bytes with the last chunk, and whether an earlier message is lost. Undefined while
   * chunks are missing, and for messages that have already arrived.
   */
  add(
    chunk: Chunk,
    bytes: Buffer,
  ): { readonly missed: boolean; readonly complete: Buffer } | undefined
}

export function createAssembly(clock: Clock): Assembly {
  const begin = (clock.now().getTime() - MAX_AGE_MS) * 10
  let last: number | undefined
  let current: { readonly number: number; readonly pieces: Buffer[] } | undefined
  return {
    add({ number, previous, part, parts }, bytes) {
      if (number <= (last ?? begin)) return undefined
      if (part === 0) current = { number, pieces: [] }
      // Notifications of one transaction arrive together and in their order.
      if (current?.number !== number || current.pieces.length !== part) return undefined
      current.pieces.push(bytes)
      if (current.pieces.length < parts) return undefined
      const missed = last !== undefined && previous !== last
      const complete = Buffer.concat(current.pieces)
      last = number
      current = undefined
      return { missed, complete }
    },
  }
}
