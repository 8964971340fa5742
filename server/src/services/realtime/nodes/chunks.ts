import type { SecretBox } from '../../../lib/secret-box.ts'

/** A part of what a node sends at once. Node, number and part are authenticated with the bytes. */
export type Chunk = {
  readonly from: string
  /** Counts what the node sends. */
  readonly number: number
  readonly part: number
  readonly parts: number
}

/** A notification of Postgres has less than 8000 bytes, in which this becomes base64. */
const CHUNK_BYTES = 5800
const FORM = /^([\da-f]{16}):(\d{1,15}):(\d{1,4}):(\d{1,4}):([\w+/=]+)$/

/**
 * Seals what a node of a project sends in chunks that fit a notification. Every role of the database
 * can listen to a channel and notify it, so nothing is readable, and nothing forged is accepted.
 */
export function sealChunks(
  box: SecretBox,
  { ref, from, number }: { readonly ref: string; readonly from: string; readonly number: number },
  bytes: Buffer,
): readonly string[] {
  const parts = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES))
  return Array.from({ length: parts }, (_, part) => {
    const piece = bytes.subarray(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES)
    const sealed = box.sealBytes(piece, contextOf(ref, { from, number, part, parts }))
    return `${from}:${number}:${part}:${parts}:${sealed.toString('base64')}`
  })
}

/** Undefined for a notification that no node of this installation has sent for the project. */
export function openChunk(
  box: SecretBox,
  ref: string,
  text: string,
): { readonly chunk: Chunk; readonly bytes: Buffer } | undefined {
  const [, from = '', number, part, parts, sealed = ''] = FORM.exec(text) ?? []
  if (from === '') return undefined
  const chunk = { from, number: Number(number), part: Number(part), parts: Number(parts) }
  try {
    const bytes = box.openBytes(Buffer.from(sealed, 'base64'), contextOf(ref, chunk))
    return { chunk, bytes }
  } catch {
    return undefined
  }
}

const contextOf = (ref: string, { from, number, part, parts }: Chunk): string =>
  `${ref} ${from} ${number} ${part} ${parts}`

/** Puts the chunks of one node together again. */
export type Assembly = {
  /**
   * Returns the bytes with the last chunk, and whether something that was sent before is lost.
   * Undefined while chunks are missing, and for those that arrived already.
   */
  add(
    chunk: Chunk,
    bytes: Buffer,
  ): { readonly missed: boolean; readonly complete: Buffer } | undefined
}

export function createAssembly(): Assembly {
  let last: number | undefined
  let current: { readonly number: number; readonly pieces: Buffer[] } | undefined
  return {
    add({ number, part, parts }, bytes) {
      if (last !== undefined && number <= last) return undefined
      if (part === 0) current = { number, pieces: [] }
      // Notifications of one transaction arrive together and in their order.
      if (current?.number !== number || current.pieces.length !== part) return undefined
      current.pieces.push(bytes)
      if (current.pieces.length < parts) return undefined
      const missed = last !== undefined && number > last + 1
      const complete = Buffer.concat(current.pieces)
      last = number
      current = undefined
      return { missed, complete }
    },
  }
}
