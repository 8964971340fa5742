import type { FileEncoding } from '@stoa/contract/services/table-files'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MAX_LOADED_BYTES } from './limits.ts'
import { FileProblem } from './problem.ts'

export type TextFile = {
  /** The text in pieces, decompressed if it is gzip. */
  read(): AsyncGenerator<string>
  /** How much of the file has been read, from 0 to 1. */
  progress(): number
}

/** A file as text. Bytes that the encoding does not have are refused. */
export function textFile(path: string, encoding: FileEncoding = 'utf-8'): TextFile {
  let read = 0
  let size = 0
  return {
    async *read() {
      read = 0
      size = (await stat(path)).size
      const decoder = new TextDecoder(encoding, { fatal: true })
      let bytes = 0
      const counted = (more: number) => void (read += more)
      for await (const chunk of await openContent(path, counted)) {
        bytes += chunk.length
        if (bytes > MAX_LOADED_BYTES)
          throw new FileProblem('file_too_large', 'The decompressed file is too large.')
        const text = decode(encoding, () => decoder.decode(chunk, { stream: true }))
        if (text.includes('\0')) throw notText('contains NUL')
        yield text
      }
      yield decode(encoding, () => decoder.decode())
    },
    progress: () => (size === 0 ? 0 : Math.min(1, read / size)),
  }
}

async function openContent(
  path: string,
  counted: (bytes: number) => void,
): Promise<AsyncIterable<Buffer>> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
  await file.close()
  const content: Readable = createReadStream(path)
  content.on('data', (chunk: Buffer) => counted(chunk.length)).pause()
  if (buffer[0] !== 0x1f || buffer[1] !== 0x8b) return content
  const unpacked = createGunzip()
  // Its errors end the iteration over the output.
  pipeline(content, unpacked, () => {})
  return unpacked
}

function decode(encoding: FileEncoding, work: () => string): string {
  try {
    return work()
  } catch {
    throw notText(`is not ${ENCODING_NAMES[encoding]}`)
  }
}

const ENCODING_NAMES: Readonly<{ [Name in FileEncoding]: string }> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
}

const notText = (what: string) =>
  new FileProblem('file_not_text', `The file ${what}.`, {
    hint: 'Check the format and the encoding, or convert the file to UTF-8.',
  })
