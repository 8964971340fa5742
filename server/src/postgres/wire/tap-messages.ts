import type { Duplex } from 'node:stream'

/** First byte of a message that Postgres sends. */
export const MessageType = {
  copyData: 0x64,
  dataRow: 0x44,
  error: 0x45,
  notice: 0x4e,
  parameterStatus: 0x53,
} as const

/** Length of the type and the size that every message begins with. */
export const HEADER_LENGTH = 5

/** Reads one message in chunks as they arrive. */
export type MessageReader = {
  /** Consumes the message's bytes and returns the bytes after it. */
  read(chunk: Buffer): Buffer
  /** The bytes that pg gets in the message's place, once all of it has arrived. */
  whole(): Buffer | undefined
}

type Feed = (bytes: Buffer) => void

const nothing: Buffer = Buffer.alloc(0)

/**
 * Passes everything that Postgres sends on to pg, except the messages for which `pick` returns a
 * reader. Reads only the messages' headers and passes chunks on without copying them. pg has all
 * earlier messages when `pick` is called.
 *
 * @param above `pick` is called for messages of more bytes than this.
 */
export function tapMessages(
  stream: Duplex,
  above: number,
  pick: (type: number, byteLength: number) => MessageReader | undefined,
): void {
  /** The first part of a header that was split by the end of a chunk. */
  let cut: Buffer = nothing
  /** Remaining bytes of a message whose header has been passed on. */
  let passing = 0
  let reader: MessageReader | undefined

  /** Passes on everything before the next picked message, and returns the bytes from there. */
  function passOn(chunk: Buffer, feed: Feed): Buffer {
    let from = 0
    let at = passing
    while (at + HEADER_LENGTH <= chunk.length) {
      const length = chunk.readUInt32BE(at + 1)
      if (length > above) {
        if (at > from) feed(chunk.subarray(from, at))
        from = at
        reader = pick(chunk.readUInt8(at), length + 1)
        if (reader) {
          passing = 0
          return chunk.subarray(at)
        }
      }
      at += length + 1
    }
    if (at < chunk.length) cut = chunk.subarray(at)
    passing = Math.max(0, at - chunk.length)
    if (from === 0 && at >= chunk.length) feed(chunk)
    else if (at > from) feed(chunk.subarray(from, at))
    return nothing
  }

  tapSocket(stream, (arrived, feed) => {
    let chunk = cut.length === 0 ? arrived : Buffer.concat([cut, arrived])
    cut = nothing
    while (chunk.length > 0) {
      if (!reader) {
        chunk = passOn(chunk, feed)
        continue
      }
      chunk = reader.read(chunk)
      const whole = reader.whole()
      if (!whole) continue
      reader = undefined
      if (whole.length > 0) feed(whole)
    }
  })
}

/**
 * Puts `read` between a connection's socket and pg: it gets every chunk that Postgres sends, and pg
 * gets what `read` passes to `feed`, at once and in that order.
 *
 * An error that `read` or pg throws ends the connection and rejects its queries. Nothing else could
 * catch it, so it would end the process.
 */
function tapSocket(
  stream: Duplex,
  read: (chunk: Buffer, feed: (bytes: Buffer) => void) => void,
): void {
  const readers = stream.listeners('data')
  stream.removeAllListeners('data')
  const feed = (bytes: Buffer) => {
    for (const reader of readers) Reflect.apply(reader, stream, [bytes])
  }
  stream.on('data', (chunk: Buffer) => {
    try {
      read(chunk, feed)
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
