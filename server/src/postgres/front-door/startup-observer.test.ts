import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CancelKey } from './startup-message.ts'
import { createStartupObserver, endsReady } from './startup-observer.ts'

const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const secret = randomBytes(256)
const opening = Buffer.concat([
  message('v', int32(2), int32(0)),
  message('R', int32(10), 'SCRAM-SHA-256\0\0'),
  message('R', int32(0)),
  // The notice of a login trigger can be long, and can contain the bytes of other messages.
  message('N', message('K', int32(1), 'fake'), randomBytes(3000)),
  message('S', 'server_version\x0018\0'),
  message('K', int32(4711), secret),
  message('Z', 'I'),
])
const afterwards = message('K', int32(1), 'late')

function observed(pieces: Iterable<Buffer>) {
  const events: (string | CancelKey)[] = []
  const observe = createStartupObserver({
    onAuthenticated: () => events.push('authenticated'),
    onWrongPassword: () => events.push('wrong password'),
    onCancelKey: (key) => events.push(key),
    onReady: () => events.push('ready'),
  })
  for (const piece of pieces) observe(piece)
  return events
}

function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

it('notices that the server refuses a password, whatever the user is called', () => {
  const refusal = (code: string) =>
    message('E', `SFATAL\0VFATAL\0C${code}\0Mpassword authentication failed for user "C28P01"\0\0`)
  expect(observed([refusal('28P01')])).toEqual(['wrong password'])
  expect(observed([refusal('28000')])).toEqual([])
  const pooled = message('E', 'SFATAL\0C08P01\0MSASL authentication failed\0\0')
  expect(observed([pooled])).toEqual(['wrong password'])
})

describe('createStartupObserver', () => {
  it.each([1, 2, 3, 5, 7, 64, 255, 1000, 100_000])(
    'reads the start of a session in chunks of %i bytes, and ignores what follows',
    (size) => {
      const events = observed(cut(Buffer.concat([opening, afterwards]), size))
      expect(events).toEqual(['authenticated', { pid: 4711, secret }, 'ready'])
    },
  )

  it('stops at bytes that are not a Postgres message', () => {
    expect(observed([Buffer.from('R\0\0\0\x03'), opening])).toEqual([])
  })

  it('ignores a cancel key that is longer than the protocol allows', () => {
    expect(observed([message('K', int32(1), randomBytes(257)), message('Z', 'I')])).toEqual([
      'ready',
    ])
  })
})

it('recognizes the end of a response', () => {
  expect(endsReady(Buffer.concat([message('C', 'SELECT 1\0'), message('Z', 'T')]))).toBe(true)
  expect(endsReady(message('Z', 'I'))).toBe(true)
  expect(endsReady(message('C', 'SELECT 1\0'))).toBe(false)
  expect(endsReady(Buffer.from('Z'))).toBe(false)
})
