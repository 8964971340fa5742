import type { Content } from '../store/object-store.ts'

/** An entry of a tar. The content of a file has to be read before the next entry. */
export type TarEntry =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly mode: number
      readonly bytes: number
      readonly content: Content
    }

const BLOCK = 512

/** The tar is not one that Postgres writes. */
export class TarDamaged extends Error {
  constructor(reason: string) {
    super(`The tar is damaged: ${reason}`)
    this.name = 'TarDamaged'
  }
}

/**
 * The entries of a tar as `BASE_BACKUP` writes it: files and folders, without links. Paths are
 * relative and stay inside. Throws `TarDamaged` for anything else.
 */
export async function* readTar(tar: Content): AsyncGenerator<TarEntry> {
  const reader = createReader(tar)
  try {
    yield* entries(reader)
    await reader.end()
  } finally {
    await reader.close()
  }
}

type Reader = ReturnType<typeof createReader>

async function* entries(reader: Reader): AsyncGenerator<TarEntry> {
  for (;;) {
    const header = await reader.take(BLOCK)
    // Postgres may end the tar without its empty blocks.
    if (!header || header.every((byte) => byte === 0)) return
    const { path, type, mode, bytes } = parseHeader(header)
    if (type === '5') {
      yield { kind: 'folder', path }
      continue
    }
    let left = bytes
    const content = (async function* () {
      while (left > 0) {
        const part = await reader.some(left)
        left -= part.length
        yield part
      }
    })()
    yield { kind: 'file', path, mode, bytes, content }
    if (left > 0) throw new Error('An entry was not read')
    await reader.take((BLOCK - (bytes % BLOCK)) % BLOCK)
  }
}

const field = (header: Buffer, at: number, length: number) => {
  const text = header.subarray(at, at + length)
  const end = text.indexOf(0)
  return text.subarray(0, end < 0 ? length : end).toString('latin1')
}

function parseHeader(header: Buffer) {
  const sum = Number.parseInt(field(header, 148, 8).trim(), 8)
  const counted = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== counted) throw new TarDamaged('the checksum of a header is wrong')
  const prefix = field(header, 345, 155)
  const name = field(header, 0, 100)
  const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^\.\//, '').replace(/\/$/, '')
  const type = field(header, 156, 1) || '0'
  if (type !== '0' && type !== '5') throw new TarDamaged('it has a link or a device')
  const steps = path.split('/')
  if (steps.some((step) => step === '' || step === '.' || step === '..'))
    throw new TarDamaged('a path leads elsewhere')
  const mode = Number.parseInt(field(header, 100, 8).trim(), 8)
  return { path, type, mode, bytes: sizeOf(header) }
}

/** Sizes of 8 GB and more are in base 256. */
function sizeOf(header: Buffer): number {
  const bytes =
    (header[124] ?? 0) & 0x80
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(field(header, 124, 12).trim(), 8)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new TarDamaged('a size is not a number')
  return bytes
}

function createReader(content: Content) {
  const parts = content[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  async function fill(): Promise<boolean> {
    const { done, value } = await parts.next()
    if (done) return false
    held = held.length === 0 ? value : Buffer.concat([held, value])
    return true
  }
  return {
    /** Exactly these bytes; undefined at the end. */
    async take(bytes: number): Promise<Buffer | undefined> {
      while (held.length < bytes) {
        if (await fill()) continue
        if (held.length === 0) return undefined
        throw new TarDamaged('its end is missing')
      }
      const taken = held.subarray(0, bytes)
      held = held.subarray(bytes)
      return taken
    },
    /** At least one byte and at most so many. */
    async some(most: number): Promise<Buffer> {
      while (held.length === 0) if (!(await fill())) throw new TarDamaged('its end is missing')
      const taken = held.subarray(0, most)
      held = held.subarray(taken.length)
      return taken
    },
    /** Reads the rest, at whose end a sealed content is known to be whole. */
    async end(): Promise<void> {
      for (let isDone = false; !isDone;) isDone = (await parts.next()).done === true
    },
    async close(): Promise<void> {
      await parts.return?.()
    },
  }
}
