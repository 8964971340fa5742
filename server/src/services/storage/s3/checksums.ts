import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Computes a checksum while data passes. */
export type Checksum = {
  update(data: Uint8Array): void
  /** In Base64, as the headers of S3 have it. */
  value(): string
}

export type ChecksumName = 'crc32' | 'crc32c' | 'crc64nvme' | 'sha1' | 'sha256'

const CHECKSUMS: Readonly<Record<ChecksumName, () => Checksum>> = {
  crc32: createCrc32,
  crc32c: createCrc32c,
  crc64nvme: createCrc64,
  sha1: () => createDigest('sha1'),
  sha256: () => createDigest('sha256'),
}

export const CHECKSUM_NAMES: ReadonlySet<string> = new Set(Object.keys(CHECKSUMS))

export const isChecksumName = (name: string): name is ChecksumName => CHECKSUM_NAMES.has(name)

export const createChecksum = (name: ChecksumName): Checksum => CHECKSUMS[name]()

function createDigest(algorithm: 'sha1' | 'sha256'): Checksum {
  const digest = createHash(algorithm)
  return { update: (data) => void digest.update(data), value: () => digest.digest('base64') }
}

function createCrc32(): Checksum {
  let crc = 0
  return {
    update: (data) => {
      crc = crc32(data, crc)
    },
    value: () => toBase64([crc]),
  }
}

/** CRC-32C (Castagnoli), bits reflected. */
function createCrc32c(): Checksum {
  let crc = 0xffffffff
  return {
    update: (data) => {
      for (const byte of data) crc = (CRC32C[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
    },
    value: () => toBase64([~crc]),
  }
}

/** CRC-64/NVME, bits reflected, in two halves because numbers have 53 bits. */
function createCrc64(): Checksum {
  let [high, low] = [0xffffffff, 0xffffffff]
  return {
    update: (data) => {
      for (const byte of data) {
        const index = (low ^ byte) & 0xff
        low = ((low >>> 8) | (high << 24)) ^ (CRC64.low[index] ?? 0)
        high = (high >>> 8) ^ (CRC64.high[index] ?? 0)
      }
    },
    value: () => toBase64([~high, ~low]),
  }
}

const CRC32C = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  return crc
})

const CRC64 = createCrc64Table()

function createCrc64Table() {
  const table = { high: new Uint32Array(256), low: new Uint32Array(256) }
  for (let index = 0; index < 256; index++) {
    let crc = BigInt(index)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ 0x9a6c9329ac4bc9b5n : crc >> 1n
    table.high[index] = Number(crc >> 32n)
    table.low[index] = Number(crc & 0xffffffffn)
  }
  return table
}

function toBase64(words: readonly number[]): string {
  const bytes = Buffer.alloc(words.length * 4)
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, index * 4)
  return bytes.toString('base64')
}
