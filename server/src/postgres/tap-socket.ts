import type { Duplex } from 'node:stream'

/**
 * Puts `read` between a connection's socket and pg: it gets every chunk that Postgres sends, and pg
 * gets what `read` gives to `feed`, at once and in that order.
 *
 * What `read` or pg throws about a chunk ends the connection, and its queries reject with that
 * error. Nobody else could catch it, so it would end the process.
 */
export function tapSocket(
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
