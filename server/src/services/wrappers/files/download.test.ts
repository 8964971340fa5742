import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutgoing } from '../../../lib/outgoing.ts'
import { download } from './download.ts'

const MEGABYTE = 1024 * 1024

let folder: string
let server: Server
let content: Buffer
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  server = createServer((_request, response) => response.end(content)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

/** Downloads this many random bytes into a file, or a sample of them. */
async function store(size: number, sampleBytes?: number, file = path.join(folder, 'file')) {
  content = randomBytes(size)
  const { port } = server.address() as AddressInfo
  const result = await download(
    createOutgoing({ allowsPrivate: true }),
    { url: `http://127.0.0.1:${port}/`, headers: {} },
    {
      path: file,
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      now: () => 0,
      ...(sampleBytes !== undefined && { sampleBytes }),
    },
  )
  return { result, written: await readFile(file) }
}

describe('a sample of a file', () => {
  it.each([
    ['100 kB of 100 kB and one byte', 100_001, 100_000],
    ['4 MB of 5 MB', 5 * MEGABYTE, 4 * MEGABYTE],
    ['one byte', 100, 1],
    ['exactly one chunk', 2 * 65_536, 65_536],
  ])('is written whole: %s', async (_what, size, sampleBytes) => {
    const { result, written } = await store(size, sampleBytes)
    expect(result).toMatchObject({ bytes: sampleBytes, isPartial: true })
    expect(written.equals(content.subarray(0, sampleBytes))).toBe(true)
  })

  it('is the whole file if the file is no longer than the sample', async () => {
    const { result, written } = await store(65_536, 65_536)
    expect(result).toMatchObject({ bytes: 65_536, isPartial: false })
    expect(written.equals(content)).toBe(true)
  })

  it('fails if it cannot be written', async () => {
    const nowhere = path.join(folder, 'missing', 'file')
    await expect(store(200_000, 100_000, nowhere)).rejects.toMatchObject({
      code: 'file_interrupted',
      cause: { code: 'ENOENT' },
    })
  })
})
