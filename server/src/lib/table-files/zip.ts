import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { MAX_ENTRIES, MAX_PART_BYTES } from './limits.ts'
import { FileProblem } from './problem.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

type ZipEntry = { readonly method: number; readonly size: number; readonly offset: number }

export type ZipArchive = {
  has(name: string): boolean
  /** The decompressed content. Rejects with a `FileProblem` once it has more than `maxBytes`. */
  read(name: string, options: ReadOptions): AsyncGenerator<Buffer>
}

export type ReadOptions = {
  readonly maxBytes: number
  /** Called with the share of the entry that has been read, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Reads the directory of a ZIP archive (APPNOTE 4.3). Sizes in the directory are not believed:
 * reading an entry counts its bytes. Encrypted and ZIP64 archives are refused.
 */
export async function openZip(path: string): Promise<ZipArchive> {
  const handle = await open(path)
  try {
    return archiveOf(path, await readDirectory(handle))
  } finally {
    await handle.close()
  }
}

async function readDirectory(handle: FileHandle): Promise<ReadonlyMap<string, ZipEntry>> {
  const { size } = await handle.stat()
  const tailStart = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await readBytes(handle, tailStart, size - tailStart)
  let end = tail.length - END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1
  if (end < 0) throw invalid('its directory is missing')
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > MAX_ENTRIES || length > MAX_PART_BYTES || start + length > size)
    throw invalid('its directory is too large')
  return parseDirectory(await readBytes(handle, start, length), count)
}

function parseDirectory(directory: Buffer, count: number): ReadonlyMap<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  let position = 0
  for (let number = 0; number < count; number += 1) {
    if (position + ENTRY_BYTES > directory.length) throw invalid('its directory is cut off')
    if (directory.readUInt32LE(position) !== DIRECTORY_ENTRY) throw invalid('its directory')
    const flags = directory.readUInt16LE(position + 8)
    if (flags & 1) throw invalid('it is encrypted')
    const nameEnd = position + ENTRY_BYTES + directory.readUInt16LE(position + 28)
    const name = directory.toString('utf8', position + ENTRY_BYTES, nameEnd)
    entries.set(name, {
      method: directory.readUInt16LE(position + 10),
      size: directory.readUInt32LE(position + 20),
      offset: directory.readUInt32LE(position + 42),
    })
    position =
      nameEnd + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  return entries
}

function archiveOf(path: string, entries: ReadonlyMap<string, ZipEntry>): ZipArchive {
  return {
    has: (name) => entries.has(name),
    async *read(name, { maxBytes, onProgress }) {
      const entry = entries.get(name)
      if (!entry) throw invalid(`it has no ${name}`)
      const start = await dataStart(path, entry)
      if (entry.size === 0) return
      let read = 0
      const packed = createReadStream(path, { start, end: start + entry.size - 1 })
      packed.on('data', (chunk) => onProgress?.((read += chunk.length) / entry.size)).pause()
      const content = entry.method === DEFLATED ? createInflateRaw() : undefined
      // Its errors end the iteration over the output.
      if (content) pipeline(packed, content, () => {})
      else if (entry.method !== STORED) throw invalid('its compression is not supported')
      let bytes = 0
      try {
        for await (const chunk of content ?? packed) {
          const piece: Buffer = chunk
          bytes += piece.length
          if (bytes > maxBytes) throw tooLarge(maxBytes)
          yield piece
        }
      } catch (error) {
        throw error instanceof FileProblem ? error : invalid('an entry cannot be decompressed')
      } finally {
        packed.destroy()
      }
    },
  }
}

/** The lengths of the names before the data can differ from those in the directory. */
async function dataStart(path: string, { offset }: ZipEntry): Promise<number> {
  const handle = await open(path)
  try {
    const header = await readBytes(handle, offset, LOCAL_BYTES)
    if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL_ENTRY)
      throw invalid('an entry is missing')
    return offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await handle.close()
  }
}

async function readBytes(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await handle.read(buffer, 0, length, start)
  return buffer.subarray(0, bytesRead)
}

const invalid = (reason: string) =>
  new FileProblem('file_invalid', `The file is not a valid workbook: ${reason}.`, {
    hint: 'Save it as an Excel workbook (.xlsx) without a password, or as CSV.',
  })

const tooLarge = (maxBytes: number) =>
  new FileProblem(
    'file_too_large',
    `A part of the workbook has more than ${Math.round(maxBytes / 1024 / 1024)} MB.`,
    { hint: 'Save the sheet as CSV, and import that file.' },
  )
