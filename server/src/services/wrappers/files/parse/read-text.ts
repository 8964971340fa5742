import { open } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MAX_LOADED_BYTES } from '../limits.ts'
import { FileProblem } from './problem.ts'

/** The text of a file, in pieces; decompressed if it is gzip. Anything but UTF-8 is refused. */
export async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  for await (const chunk of await openContent(path)) {
    bytes += chunk.length
    if (bytes > MAX_LOADED_BYTES)
      throw new FileProblem('file_too_large', 'The decompressed file is too large.')
    const text = decode(() => decoder.decode(chunk, { stream: true }))
    if (text.includes('\0')) throw notText('contains NUL')
    yield text
  }
  yield decode(() => decoder.decode())
}

async function openContent(path: string): Promise<AsyncIterable<Buffer>> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  const content: Readable = createReadStream(path)
  if (buffer[0] !== 0x1f || buffer[1] !== 0x8b) return content
  const unpacked = createGunzip()
  // Its errors end the iteration over the output.
  pipeline(content, unpacked, () => {})
  return unpacked
}

function decode(work: () => string): string {
  try {
    return work()
  } catch {
    throw notText('is not UTF-8')
  }
}

const notText = (what: string) =>
  new FileProblem('file_not_text', `The file ${what}.`, {
    hint: 'Check the format, or convert the file to UTF-8.',
  })
