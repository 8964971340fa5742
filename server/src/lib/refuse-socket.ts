import type { Duplex } from 'node:stream'

/** How long a client may keep a refused connection open, in milliseconds. */
export const LINGER_MS = 10_000

/**
 * Ends a connection with a last message. The client has `lingerMs` to close it; what it sends in
 * that time is read and discarded, because closing a connection with unread bytes resets it and the
 * message would be lost (RFC 9112, 9.6). Sockets of Node's servers are half-open, so without the
 * deadline a silent client would keep the connection forever.
 */
export function refuseSocket(
  socket: Duplex,
  message: string | Uint8Array = '',
  lingerMs = LINGER_MS,
): void {
  if (socket.destroyed) return
  const late = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(late))
  if (!socket.writableEnded) socket.end(message)
  socket.resume()
}
