import { expect, it } from 'vitest'
import { createSecretBox } from '../../../lib/secret-box.ts'
import { createAssembly, nextNumber, openChunk, sealChunks } from './chunks.ts'
import { decodeMessages, encodeMessage, type NodeMessage } from './messages.ts'

const box = createSecretBox(Buffer.alloc(32, 1), 'realtime-nodes')
const from = '0123456789abcdef'
const now = new Date('2026-03-01T12:00:00Z')
const clock = { now: () => now }
const START = nextNumber(0, now)
const seal = (count: number, bytes: Buffer) =>
  sealChunks(box, 'garden', {
    sending: { from, number: START + count, previous: START + count - 1 },
    bytes,
  })
const open = (text: string) => {
  const opened = openChunk(box, 'garden', text)
  if (!opened) throw new Error('The chunk was refused')
  return opened
}

it('carries messages longer than a notification, in texts that Postgres accepts', () => {
  const bytes = Buffer.from('ab'.repeat(20_000))
  const texts = seal(1, bytes)
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8000)
  const assembly = createAssembly(clock)
  const results = texts.map((text) => {
    const { chunk, bytes: piece } = open(text)
    return assembly.add(chunk, piece)
  })
  expect(results.slice(0, -1).every((result) => result === undefined)).toBe(true)
  expect(results.at(-1)?.missed).toBe(false)
  expect(results.at(-1)?.complete.equals(bytes)).toBe(true)
})

it('accepts nothing that is forged, moved, repeated, or of another project', () => {
  const [text = ''] = seal(7, Buffer.from('hello'))
  expect(openChunk(box, 'garden', text)).toBeDefined()
  const other = createSecretBox(Buffer.alloc(32, 2), 'realtime-nodes')
  expect(openChunk(other, 'garden', text)).toBeUndefined()
  expect(openChunk(box, 'orchard', text)).toBeUndefined()
  for (const forged of [
    '',
    'hello',
    text.replace(`:${START + 7}:`, `:${START + 8}:`),
    text.replace(`:${START + 6}:`, `:${START + 5}:`),
    text.replace(':0:1:', ':0:2:'),
    text.replace(from, from.toUpperCase()),
    text.replace(from, 'f'.repeat(16)),
    `${text.slice(0, -8)}AAAAAAA=`,
  ])
    expect(openChunk(box, 'garden', forged)).toBeUndefined()
  const assembly = createAssembly(clock)
  const { chunk, bytes } = open(text)
  expect(assembly.add(chunk, bytes)).toBeDefined()
  expect(assembly.add(chunk, bytes)).toBeUndefined()
})

it('notices that a chunk is missing', () => {
  const assembly = createAssembly(clock)
  const add = (text: string) => {
    const { chunk, bytes } = open(text)
    return assembly.add(chunk, bytes)
  }
  const numbered = (number: number) => seal(number, Buffer.from(`${number}`))[0] ?? ''
  expect(add(numbered(4))).toMatchObject({ missed: false })
  expect(add(numbered(6))).toMatchObject({ missed: true })
  expect(add(numbered(7))).toMatchObject({ missed: false })
})

it('accepts nothing old from a node that it has not heard of yet', () => {
  const { chunk, bytes } = open(seal(0, Buffer.from('hello'))[0] ?? '')
  const later = { now: () => new Date(now.getTime() + 11_000) }
  expect(createAssembly(later).add(chunk, bytes)).toBeUndefined()
})

it('reads every kind of message as it was sent', () => {
  const meta = JSON.parse('{"phx_ref":"r","__proto__":{"a":1},"text":"\\u0000ü"}')
  const messages: NodeMessage[] = [
    { kind: 'ask', of: from },
    {
      kind: 'broadcast',
      key: 'public:ü',
      content: { kind: 'text', event: 'broadcast', json: '{"a":1}' },
    },
    {
      kind: 'broadcast',
      key: 'private:b',
      content: { kind: 'user', event: 'e', encoding: 'binary', body: Buffer.from([0, 255, 1]) },
    },
    { kind: 'presence', key: 'public:b', joins: [{ key: '__proto__', meta }], leaves: [] },
    { kind: 'snapshot', isFirst: true, isLast: false, entries: [{ topic: 't', key: 'k', meta }] },
  ]
  expect(decodeMessages(Buffer.concat(messages.map(encodeMessage)))).toEqual(messages)
})
