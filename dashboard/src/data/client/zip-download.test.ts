import { afterEach, expect, it, vi } from 'vitest'
import { writeZip, type ZippedFile } from './zip-download.ts'

const modified = new Date('2026-03-01T12:00:00Z')
const contents = new Map([
  ['https://api/a', 'first'],
  ['https://api/b', 'second file'],
])

async function* filesAt(...urls: string[]): AsyncGenerator<ZippedFile> {
  for (const url of urls) yield { name: `folder/${url.slice(-1)}.txt`, modified, url }
}

function serve() {
  const opened: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    opened.push(url)
    const content = contents.get(url)
    return content === undefined
      ? Response.json({ message: 'No such file.' }, { status: 404 })
      : new Response(content)
  })
  return opened
}

/** A chosen file that keeps what is written, until it is discarded. */
function createTarget() {
  const state = { bytes: 0, isClosed: false, isDiscarded: false }
  const target = new WritableStream<Uint8Array>({
    write: (chunk) => {
      state.bytes += chunk.byteLength
    },
    close: () => {
      state.isClosed = true
    },
    abort: () => {
      state.isDiscarded = true
    },
  })
  return { state, target: target as unknown as FileSystemWritableFileStream }
}

const { signal } = new AbortController()
const onProgress = vi.fn<(progress: { files: number; bytes: number }) => void>()

afterEach(() => {
  vi.unstubAllGlobals()
  onProgress.mockClear()
})

it('builds an archive in memory, and counts its files and bytes', async () => {
  const opened = serve()
  const files = filesAt('https://api/a', 'https://api/b')
  const archive = await writeZip(files, { target: undefined, signal, onProgress })
  expect(archive?.type).toBe('application/zip')
  const text = new TextDecoder('latin1').decode(await archive?.arrayBuffer())
  expect(text.startsWith('PK')).toBe(true)
  for (const part of ['folder/a.txt', 'folder/b.txt', 'first', 'second file'])
    expect(text).toContain(part)
  expect(opened).toEqual(['https://api/a', 'https://api/b'])
  expect(onProgress).toHaveBeenLastCalledWith({ files: 2, bytes: 16 })
})

it('writes an archive to the chosen file', async () => {
  serve()
  const { state, target } = createTarget()
  const archive = await writeZip(filesAt('https://api/a'), { target, signal, onProgress })
  expect(archive).toBeUndefined()
  expect(state).toMatchObject({ isClosed: true, isDiscarded: false })
  expect(state.bytes).toBeGreaterThan(5)
})

it('discards the chosen file if one of the files cannot be read', async () => {
  serve()
  const { state, target } = createTarget()
  const files = filesAt('https://api/a', 'https://api/missing')
  await expect(writeZip(files, { target, signal, onProgress })).rejects.toThrow('No such file.')
  expect(state).toMatchObject({ isClosed: false, isDiscarded: true })
})

it('discards the chosen file if it is aborted', async () => {
  serve()
  const controller = new AbortController()
  const { state, target } = createTarget()
  async function* endless() {
    yield* filesAt('https://api/a')
    controller.abort(new Error('Canceled'))
    yield* filesAt('https://api/b')
  }
  await expect(
    writeZip(endless(), { target, signal: controller.signal, onProgress }),
  ).rejects.toThrow('Canceled')
  expect(state).toMatchObject({ isClosed: false, isDiscarded: true })
})
