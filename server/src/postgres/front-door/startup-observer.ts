import { MAX_SECRET_BYTES, type CancelKey } from './startup-message.ts'

export type StartupEvents = {
  /** AuthenticationOk: the client has signed in. */
  onAuthenticated(): void
  /** The server has refused the password. */
  onWrongPassword(): void
  onCancelKey(key: CancelKey): void
  /** The session is open; later bytes are not examined. */
  onReady(): void
}

const ERROR_RESPONSE = 'E'.charCodeAt(0)
/** The field of an ErrorResponse with SQLSTATE invalid_password. It is among the first fields. */
const INVALID_PASSWORD = Buffer.from('\0C28P01\0', 'latin1')
/** The message of PgBouncer 1.18, which has the code of a protocol violation. */
const POOLER_REFUSAL = Buffer.from('\0MSASL authentication failed\0', 'latin1')
const AUTHENTICATION = 'R'.charCodeAt(0)
const BACKEND_KEY_DATA = 'K'.charCodeAt(0)
const READY_FOR_QUERY = 'Z'.charCodeAt(0)
const HEAD_BYTES = 5
/** The longest body that is read whole holds a process id and a secret. */
const MAX_BODY_BYTES = 4 + MAX_SECRET_BYTES

/**
 * Observes how a server opens a session, from the first byte to ReadyForQuery, in chunks of any size.
 * It keeps only two short messages and does not change the bytes.
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
    if (type === ERROR_RESPONSE && isWrongPassword(content)) events.onWrongPassword()
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
        // The bytes are not a message of this protocol, so those after them cannot be parsed either.
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

const isWrongPassword = (content: Buffer): boolean =>
  content.includes(INVALID_PASSWORD) || content.includes(POOLER_REFUSAL)

/**
 * Whether a chunk of the server's stream ends in ReadyForQuery, which means that no statement is
 * running. A row can end in the same six bytes, so the result must not decide anything important.
 */
export function endsReady(chunk: Buffer): boolean {
  const start = chunk.length - 6
  return start >= 0 && chunk[start] === READY_FOR_QUERY && chunk.readUInt32BE(start + 1) === 5
}
