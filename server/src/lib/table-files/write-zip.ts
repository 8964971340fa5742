import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<string> | string }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** The sizes come after the content, which is not known before. Names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980, the first day of the format: the content decides, not when it was packed. */
const DOS_DATE = 0x0021
const MAX_BYTES = 0xffff_ffff
/** Most of the compression for a third of the time. */
const LEVEL = 3

type Packed = {
  readonly name: Buffer
  readonly checksum: number
  readonly bytes: number
  readonly packedBytes: number
  readonly offset: number
}

/** A ZIP archive in pieces, in constant memory. Throws if an entry has 4 GB. */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const packed: Packed[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const start = offset
    const entry = { name: Buffer.from(name), checksum: 0, bytes: 0, packedBytes: 0, offset: start }
    const head = localHeader(entry.name)
    offset += head.length
    yield head
    const deflate = createDeflateRaw({ level: LEVEL })
    // Its errors end the iteration over the output.
    pipeline(Readable.from(counted(entry, content)), deflate, () => {})
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packedBytes += chunk.length
      offset += chunk.length
      yield chunk
    }
    const tail = descriptor(entry)
    offset += tail.length
    yield tail
    packed.push(entry)
  }
  yield directory(packed, offset)
}

async function* counted(
  entry: { checksum: number; bytes: number },
  content: ZipEntry['content'],
): AsyncGenerator<Buffer> {
  for await (const text of typeof content === 'string' ? [content] : content) {
    const chunk = Buffer.from(text)
    entry.checksum = crc32(chunk, entry.checksum)
    entry.bytes += chunk.length
    if (entry.bytes > MAX_BYTES) throw new Error('The entry of the archive is too large.')
    yield chunk
  }
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(LOCAL, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATE, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ checksum, packedBytes, bytes }: Packed): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(DESCRIPTOR, 0)
  tail.writeUInt32LE(checksum, 4)
  tail.writeUInt32LE(packedBytes, 8)
  tail.writeUInt32LE(bytes, 12)
  return tail
}

function directory(entries: readonly Packed[], offset: number): Buffer {
  const records = entries.map(({ name, checksum, bytes, packedBytes, offset: start }) => {
    const record = Buffer.alloc(46)
    record.writeUInt32LE(CENTRAL, 0)
    record.writeUInt16LE(VERSION, 4)
    record.writeUInt16LE(VERSION, 6)
    record.writeUInt16LE(FLAGS, 8)
    record.writeUInt16LE(DEFLATE, 10)
    record.writeUInt16LE(DOS_DATE, 14)
    record.writeUInt32LE(checksum, 16)
    record.writeUInt32LE(packedBytes, 20)
    record.writeUInt32LE(bytes, 24)
    record.writeUInt16LE(name.length, 28)
    record.writeUInt32LE(start, 42)
    return Buffer.concat([record, name])
  })
  const all = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([all, end])
}
