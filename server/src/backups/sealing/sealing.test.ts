import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { ObjectDamaged, openSealed } from './open-sealed.ts'
import { CHUNK_BYTES, seal } from './seal.ts'

const KEY = Buffer.alloc(32, 7)
/** Does not become smaller, so that it fills several chunks. */
const TEXT = randomBytes(CHUNK_BYTES * 3 + 100)

async function* inParts(content: Buffer, size = 10_000) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

const sealed = (text = TEXT, name = 'a/b') => whole(seal(KEY, name, inParts(text)))
const opened = (object: Buffer, { name = 'a/b', key = KEY } = {}) =>
  whole(openSealed(key, name, inParts(object, 777)))

it.each([0, 1, CHUNK_BYTES, TEXT.length])(
  'returns content of %i bytes unchanged',
  async (bytes) => {
    const text = TEXT.subarray(0, bytes)
    expect((await opened(await sealed(text))).equals(text)).toBe(true)
  },
)

it('contains nothing of the text', async () => {
  const text = Buffer.from('a secret that repeats '.repeat(1000))
  const object = await sealed(text)
  expect(object.includes('secret')).toBe(false)
  expect(object.length).toBeLessThan(text.length / 10)
})

const HEADER = 40
const CHUNK = 4 + CHUNK_BYTES + 16

it.each<[string, (object: Buffer) => Buffer]>([
  [
    'a flipped bit',
    (object) => Buffer.from(object.map((byte, at) => (at === 500 ? byte ^ 1 : byte))),
  ],
  [
    'a flipped bit of the salt',
    (object) => Buffer.from(object.map((byte, at) => (at === 20 ? byte ^ 1 : byte))),
  ],
  ['a missing end', (object) => object.subarray(0, -1)],
  ['missing chunks at the end', (object) => object.subarray(0, HEADER + CHUNK)],
  [
    'a missing chunk',
    (object) => Buffer.concat([object.subarray(0, HEADER), object.subarray(HEADER + CHUNK)]),
  ],
  [
    'two chunks in another order',
    (object) =>
      Buffer.concat([
        object.subarray(0, HEADER),
        object.subarray(HEADER + CHUNK, HEADER + 2 * CHUNK),
        object.subarray(HEADER, HEADER + CHUNK),
        object.subarray(HEADER + 2 * CHUNK),
      ]),
  ],
  [
    'an early chunk that is marked as the last',
    (object) => {
      const changed = Buffer.from(object.subarray(0, HEADER + CHUNK))
      changed[HEADER] = (changed[HEADER] ?? 0) | 0x80
      return changed
    },
  ],
  ['something after its end', (object) => Buffer.concat([object, Buffer.of(0)])],
  ['nothing', () => Buffer.alloc(0)],
])('refuses an object with %s', async (_what, change) => {
  await expect(opened(change(await sealed()))).rejects.toBeInstanceOf(ObjectDamaged)
})

it('refuses an object of another name or another key', async () => {
  const object = await sealed()
  await expect(opened(object, { name: 'a/c' })).rejects.toBeInstanceOf(ObjectDamaged)
  await expect(opened(object, { key: Buffer.alloc(32, 8) })).rejects.toBeInstanceOf(ObjectDamaged)
})
