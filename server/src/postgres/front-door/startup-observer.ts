import { MAX_SECRET_BYTES, type CancelKey } from './startup-message.ts'

export type StartupEvents = {
  /** AuthenticationOk: the client has proved its password. */
  onAuthenticated(): void
  onCancelKey(key: CancelKey): void
  /** The session is open, and the observer stops reading. */
  onReady(): void
}

const AUTHENTICATION = 'R'.charCodeAt(0)
const BACKEND_KEY_DATA = 'K'.charCodeAt(0)
const READY_FOR_QUERY = 'Z'.charCodeAt(0)
const HEAD_BYTES = 5
/** The bodies that are read contain at most a process id and a secret. */
const MAX_BODY_BYTES = 4 + MAX_SECRET_BYTES

/**
 * Observes the server's messages while it opens a session, from its first byte to ReadyForQuery, in
 * any chunks. Keeps only two short messages and does not change the bytes.
 */
export function createStartupObserver(events: StartupEvents): (chunk: Buffer) => void {
  const head = Buffer.alloc(HEAD_BYTES)
  const body = Buffer.alloc(MAX_BODY_BYTES)
  let headLength = 0
  let bodyLength = 0
  let bodySize = 0
  let isOver = false

  function endMessage(): void {
    const type = head[0]
    const content = body.subarray(0, Math.min(bodySize, MAX_BODY_BYTES))
    if (type === AUTHENTICATION && bodySize === 4 && content.readUInt32BE(0) === 0)
      events.onAuthenticated()
    if (type === BACKEND_KEY_DATA && bodySize > 4 && bodySize <= MAX_BODY_BYTES)
      events.onCancelKey({ pid: content.readUInt32BE(0), secret: Buffer.from(content.subarray(4)) })
    if (type === READY_FOR_QUERY) {
      isOver = true
      events.onReady()
    }
    headLength = 0
    bodyLength = 0
  }

  return function observe(chunk) {
    let offset = 0
    while (!isOver && offset < chunk.length) {
      if (headLength < HEAD_BYTES) {
        const taken = chunk.copy(head, headLength, offset, offset + HEAD_BYTES - headLength)
        headLength += taken
        offset += taken
        if (headLength < HEAD_BYTES) return
        bodySize = head.readUInt32BE(1) - 4
        // Not a message of this protocol, so the following bytes cannot be understood.
        isOver = bodySize < 0
      }
      const taken = Math.min(bodySize - bodyLength, chunk.length - offset)
      if (bodyLength < MAX_BODY_BYTES) chunk.copy(body, bodyLength, offset, offset + taken)
      bodyLength += taken
      offset += taken
      if (!isOver && bodyLength === bodySize) endMessage()
    }
  }
}

/**
 * Whether a chunk of the server's stream ends in ReadyForQuery, that is, between two messages with
 * nothing running. A row that ends in the same six bytes looks alike, so this only serves to time a
 * message politely.
 */
export function endsReady(chunk: Buffer): boolean {
  const start = chunk.length - 6
  return start >= 0 && chunk[start] === READY_FOR_QUERY && chunk.readUInt32BE(start + 1) === 5
}
