import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutgoingStreams } from '../../../lib/outgoing.ts'
import { download } from './download.ts'

const MEGABYTE = 1024 * 1024

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Downloads this content, which arrives in chunks of 64 kB, into a file. */
async function store(content: Buffer, sampleBytes?: number, file = path.join(folder, 'file')) {
  const chunks = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, index) =>
    content.subarray(index * 65_536, (index + 1) * 65_536),
  )
  const body = Readable.from(chunks)
  const outgoing: OutgoingStreams = {
    open: async () => ({ status: 200, headers: {}, body }),
  }
  const result = await download(
    outgoing,
    { url: 'https://files.example/a.csv', headers: {} },
    {
      path: file,
      timeoutMs: 1000,
      signal: new AbortController().signal,
      now: () => 0,
      ...(sampleBytes !== undefined && { sampleBytes }),
    },
  )
  return { result, body }
}

describe('a sample of a file', () => {
  it.each([
    ['100 kB of 100 kB and one byte', 100_001, 100_000],
    ['4 MB of 5 MB', 5 * MEGABYTE, 4 * MEGABYTE],
    ['one byte', 100, 1],
    ['exactly one chunk', 2 * 65_536, 65_536],
  ])('is written whole: %s', async (_what, size, sampleBytes) => {
    const content = randomBytes(size)
    const { result, body } = await store(content, sampleBytes)
    expect(result).toMatchObject({ bytes: sampleBytes, isPartial: true })
    const written = await readFile(path.join(folder, 'file'))
    expect(written.equals(content.subarray(0, sampleBytes))).toBe(true)
    expect(body.destroyed).toBe(true)
  })

  it('is the whole file if that is not longer', async () => {
    const content = randomBytes(65_536)
    const { result } = await store(content, 65_536)
    expect(result).toMatchObject({ bytes: 65_536, isPartial: false })
    expect((await readFile(path.join(folder, 'file'))).equals(content)).toBe(true)
  })

  it('that cannot be written is an error', async () => {
    const nowhere = path.join(folder, 'missing', 'file')
    await expect(store(randomBytes(200_000), 100_000, nowhere)).rejects.toMatchObject({
      code: 'file_interrupted',
      cause: { code: 'ENOENT' },
    })
  })
})
