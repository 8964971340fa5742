/** The commits and rollbacks in a piece of WAL, of which a restore can reach any. */
export type CommitTimes = {
  /** The latest time; undefined if nothing ended in this piece. */
  readonly last: Date | undefined
  /** A record at the end whose time is in the next segment. */
  readonly cut: Buffer
}

const PAGE_BYTES = 8192
const SHORT_HEADER = 24
const LONG_HEADER = 40
const RECORD_HEADER = 24
/** More than the part of a record that ends with the time. */
const ENOUGH = 64
/** 2000-01-01, where Postgres begins to count microseconds. */
const EPOCH_MS = 946_684_800_000

const TRANSACTIONS = 1
/** Commit, abort, and those of prepared transactions. */
const ENDS = new Set([0x00, 0x20, 0x30, 0x40])
const nothing: Buffer = Buffer.alloc(0)

/**
 * Reads when transactions ended. `cut` is what the segment before left over; pass `undefined` if
 * that segment is unknown. Content that is not WAL has no commits: the cluster that wrote it decides
 * only what can be said about its own restores.
 */
export function readCommitTimes(segment: Buffer, cut: Buffer | undefined): CommitTimes {
  const continued = align(segment.length >= LONG_HEADER ? segment.readUInt32LE(16) : 0)
  const text = withoutPageHeaders(segment)
  let last: number | undefined
  const note = (time: number | undefined) => {
    if (time !== undefined) last = Math.max(last ?? time, time)
  }
  if (cut !== undefined && cut.length > 0)
    note(timeOf(Buffer.concat([cut, text.subarray(0, Math.min(continued, ENOUGH))])))
  let at = continued
  while (at + 4 <= text.length) {
    const length = text.readUInt32LE(at)
    if (length < RECORD_HEADER) break
    if (at + Math.min(length, ENOUGH) > text.length) {
      return { last: toDate(last), cut: Buffer.from(text.subarray(at)) }
    }
    note(timeOf(text.subarray(at, at + length)))
    at = align(at + length)
  }
  return { last: toDate(last), cut: nothing }
}

const toDate = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms))

/** Records begin at multiples of eight bytes; so do the texts of pages. */
const align = (at: number) => Math.ceil(at / 8) * 8

function withoutPageHeaders(segment: Buffer): Buffer {
  const pages: Buffer[] = []
  for (let at = 0; at < segment.length; at += PAGE_BYTES)
    pages.push(segment.subarray(at + (at === 0 ? LONG_HEADER : SHORT_HEADER), at + PAGE_BYTES))
  return Buffer.concat(pages)
}

/** When the transaction ended that a record is about, in milliseconds rounded up. */
function timeOf(record: Buffer): number | undefined {
  if (record.length < RECORD_HEADER) return undefined
  const info = record.readUInt8(16)
  if (record.readUInt8(17) !== TRANSACTIONS || !ENDS.has(info & 0x70)) return undefined
  const at = startOfData(record)
  if (at === undefined || at + 8 > record.length) return undefined
  return EPOCH_MS + Number((record.readBigInt64LE(at) + 999n) / 1000n)
}

/** Before the data of such a record come its origin and the id of the transaction above it. */
function startOfData(record: Buffer): number | undefined {
  let at = RECORD_HEADER
  while (at < record.length) {
    const id = record.readUInt8(at)
    if (id === 0xff) return at + 2
    if (id === 0xfe) return at + 5
    if (id === 0xfd) at += 3
    else if (id === 0xfc) at += 5
    else return undefined
  }
  return undefined
}
