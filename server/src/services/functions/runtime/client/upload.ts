import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/** A body on its way to the process. */
export type Upload = {
  isDone(): boolean
  /** The socket has room again. */
  resume(): void
  /** Sends no more; further input is discarded. */
  stop(): void
}

type UploadOptions = {
  readonly socket: Socket
  /** Whether the body is sent in chunks (RFC 9112, 7.1); if not, its length was announced. */
  readonly isChunked: boolean
  /** The body ended before it was complete. */
  readonly onCut: () => void
}

export function sendUpload(body: Readable, { socket, isChunked, onCut }: UploadOptions): Upload {
  let isOver = false

  function send(part: Buffer): void {
    if (isChunked) {
      socket.cork()
      socket.write(`${part.length.toString(16)}\r\n`, 'latin1')
      socket.write(part)
      socket.write('\r\n', 'latin1')
      socket.uncork()
    } else socket.write(part)
    if (socket.writableNeedDrain) body.pause()
  }

  function end(): void {
    if (isOver) return
    isOver = true
    if (isChunked) socket.write('0\r\n\r\n', 'latin1')
  }

  function cut(): void {
    if (isOver) return
    isOver = true
    onCut()
  }

  body.on('data', send)
  body.once('end', end)
  body.once('error', cut)
  body.once('close', cut)
  if (body.destroyed) cut()
  return {
    isDone: () => isOver,
    resume() {
      if (!isOver) body.resume()
    },
    stop() {
      isOver = true
      body.off('data', send)
      body.resume()
    },
  }
}
