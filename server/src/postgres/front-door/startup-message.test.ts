import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  MAX_STARTUP_BYTES,
  readFirstMessage,
  writeCancelRequest,
  writeStartup,
} from './startup-message.ts'

const startup = (parameters: Record<string, string>, minor = 0) =>
  writeStartup({ minor, parameters: new Map(Object.entries(parameters)) })
const raw = (size: number, ...body: number[]) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(size)
  return Buffer.concat([head, Buffer.from(body)])
}
const text = (value: string) => [...Buffer.from(value, 'latin1')]

describe('readFirstMessage', () => {
  it.each([
    [{}],
    [{ user: 'postgres' }],
    [{ user: 'postgres.abc', database: '', options: '-c a=b\\ c' }],
    [{ user: 'j\u00fcrgen', database: '\u00ff\u0001', application_name: 'x'.repeat(9000) }],
    [{ user: 'a', '_pq_.something': 'on' }],
  ])('reads back what was written: %j', (parameters) => {
    for (const minor of [0, 2, 9999]) {
      const bytes = startup(parameters, minor)
      const message = readFirstMessage(bytes)
      expect(message).toEqual({
        kind: 'startup',
        size: bytes.length,
        startup: { minor, parameters: new Map(Object.entries(parameters)) },
      })
    }
  })

  it('requests more bytes for every partial message, and consumes only its size', () => {
    const bytes = startup({ user: 'postgres.abc', database: 'postgres' })
    for (let end = 0; end < bytes.length; end += 1)
      expect(readFirstMessage(bytes.subarray(0, end))).toEqual({ kind: 'incomplete' })
    expect(readFirstMessage(Buffer.concat([bytes, randomBytes(50)]))).toMatchObject({
      kind: 'startup',
      size: bytes.length,
    })
  })

  it.each([1, 4, 32, 256])('reads a cancel request with a secret of %i bytes', (length) => {
    const key = { pid: 0xffff_fff0, secret: randomBytes(length) }
    const bytes = writeCancelRequest(key)
    expect(readFirstMessage(bytes)).toEqual({ kind: 'cancel', size: bytes.length, key })
  })

  it.each([
    ['a TLS ClientHello', [0x16, 3, 1, 2, 0], 'tls'],
    ['an HTTP request', text('GET / HTTP/1.1\r\n'), 'foreign'],
    ['an SSH banner', text('SSH-2.0-x\r\n'), 'foreign'],
    ['zeroes', [0, 0, 0, 0], 'foreign'],
    ['a length that is too short', [0, 0, 0, 7], 'foreign'],
    ['a length of 10,001', [0, 0, 0x27, 0x11], 'foreign'],
    ['a length of 10,000 and no more', [0, 0, 0x27, 0x10], 'incomplete'],
    ['an SSLRequest', [0, 0, 0, 8, 4, 210, 22, 47], 'ssl'],
    ['a GSSENCRequest', [0, 0, 0, 8, 4, 210, 22, 48], 'gss'],
    ['an unknown request', [0, 0, 0, 8, 4, 210, 22, 49], 'version'],
    ['an SSLRequest with a body', [0, 0, 0, 9, 4, 210, 22, 47, 1], 'foreign'],
    ['a cancel request without a secret', [0, 0, 0, 12, 4, 210, 22, 46, 0, 0, 0, 1], 'foreign'],
    ['protocol 2', [0, 0, 1, 40, 0, 2, 0, 0], 'version'],
    ['protocol 9', [0, 0, 0, 8, 0, 9, 0, 0], 'foreign'],
  ])('tells %s', (_name, bytes, kind) => {
    expect(readFirstMessage(Buffer.from(bytes)).kind).toBe(kind)
  })

  it.each([
    ['nothing', []],
    ['no terminator', text('user\0x\0')],
    ['a name without a value', text('user\0x\0database\0\0')],
    ['something behind the terminator', text('user\0x\0\0more\0')],
  ])('refuses parameters with %s', (_name, body) => {
    const bytes = raw(8 + body.length, 0, 3, 0, 0, ...body)
    expect(readFirstMessage(bytes).kind).toBe('malformed')
  })

  it('keeps the last value of a repeated parameter, as Postgres does', () => {
    const body = text('user\0postgres.x\0user\0supabase_admin\0\0')
    const message = readFirstMessage(raw(8 + body.length, 0, 3, 0, 0, ...body))
    expect(message).toMatchObject({
      startup: { parameters: new Map([['user', 'supabase_admin']]) },
    })
  })

  it('rejects a secret longer than 256 bytes and never throws on random bytes', () => {
    const bytes = writeCancelRequest({ pid: 1, secret: randomBytes(257) })
    expect(readFirstMessage(bytes).kind).toBe('foreign')
    for (let round = 0; round < 2000; round += 1) {
      const noise = randomBytes(1 + (round % 60))
      // Half of them have a plausible header, so that the body's parser gets random bytes too.
      if (round % 2 === 0 && noise.length >= 8)
        Buffer.from([0, 0, 0, noise.length, 0, 3, 0, round % 3]).copy(noise)
      expect(() => readFirstMessage(noise)).not.toThrow()
    }
    expect(readFirstMessage(Buffer.alloc(MAX_STARTUP_BYTES)).kind).toBe('foreign')
  })
})
