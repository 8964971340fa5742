import type { Socket } from 'node:net'

/** A message of the Postgres protocol 3 after the first one: a type and a body. */
export type Message = { readonly type: string; readonly body: Buffer }

/** Reads the messages of a handshake; everything after it belongs to the next reader. */
export type MessageReader = {
  /** Rejects when the other side closes, sends a message that is too long, or too many bytes. */
  next(): Promise<Message>
  /** Bytes up to the given number, without a message around them. */
  bytes(count: number): Promise<Buffer>
  /** Stops reading and returns the bytes that have already arrived. The socket is paused. */
  release(): Buffer
}

/** The longest message of a handshake. Postgres itself accepts no longer start-up message. */
export const MAX_HANDSHAKE_MESSAGE = 10_000
/** Maximum bytes of a whole handshake. */
const MAX_HANDSHAKE_BYTES = 100_000

const HEAD_BYTES = 5

export function writeMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** The bytes are not those of a Postgres server. */
export class ForeignBytes extends Error {}

export function readMessages(socket: Socket): MessageReader {
  let held: Buffer = Buffer.alloc(0)
  let total = 0
  let failure: Error | undefined
  let news = Promise.withResolvers<void>()
  const fail = (error: Error) => {
    failure ??= error
    news.resolve()
  }
  const onData = (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    total += chunk.length
    if (total > MAX_HANDSHAKE_BYTES) fail(new ForeignBytes('The handshake is too long'))
    news.resolve()
  }
  const onEnd = () => fail(new Error('The connection was closed'))
  socket.on('data', onData).once('end', onEnd).once('close', onEnd).once('error', fail)

  async function hold(count: number): Promise<void> {
    while (held.length < count) {
      if (failure) throw failure
      news = Promise.withResolvers<void>()
      await news.promise
    }
  }
  function take(count: number): Buffer {
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }

  return {
    async next() {
      await hold(HEAD_BYTES)
      const size = held.readUInt32BE(1)
      if (size < 4 || size > MAX_HANDSHAKE_MESSAGE)
        throw new ForeignBytes(`A message has ${size} bytes`)
      await hold(1 + size)
      const message = take(1 + size)
      return { type: message.toString('latin1', 0, 1), body: message.subarray(HEAD_BYTES) }
    },
    async bytes(count) {
      await hold(count)
      return take(count)
    },
    release() {
      socket.pause()
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', fail)
      return take(held.length)
    },
  }
}
