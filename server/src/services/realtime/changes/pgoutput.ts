/** A column of a relation as the replication stream names it. */
export type RelationColumn = { readonly name: string; readonly isKey: boolean }

export type Relation = {
  readonly oid: number
  readonly schema: string
  readonly table: string
  readonly columns: readonly RelationColumn[]
}

/** Values as Postgres prints them; undefined for a long value that has not changed and is not sent. */
export type Tuple = readonly (string | null | undefined)[]

export type Commit = {
  readonly xid: number
  readonly timestamp: string
  /** The position of the commit record in the WAL. */
  readonly lsn: bigint
}

export type RowChange = {
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly relation: Relation
  readonly commit: Commit
  /** The change's number within its transaction, from 1. */
  readonly number: number
  readonly after?: Tuple
  readonly before?: Tuple
  /** `before` has values for the columns of the replica identity only. */
  readonly isBeforeKey?: boolean
  /** Size of the message in the stream. */
  readonly bytes: number
}

/** Microseconds between 1970 and 2000, the epochs of JavaScript and Postgres. */
const POSTGRES_EPOCH_US = 946_684_800_000_000n

/**
 * Decodes the messages of the output plugin `pgoutput`, protocol version 1 (Logical Replication
 * Message Formats in the manual of Postgres). Keeps the relations that the stream has described.
 */
export function createPgoutputDecoder() {
  const relations = new Map<number, Relation>()
  let commit: Commit = { xid: 0, timestamp: '', lsn: 0n }
  let number = 0

  return (message: Buffer): RowChange | undefined => {
    const reader = createReader(message)
    const type = reader.char()
    if (type === 'B') {
      const lsn = reader.int64()
      const micros = reader.int64() + POSTGRES_EPOCH_US
      const timestamp = new Date(Number(micros / 1000n)).toISOString()
      commit = { timestamp, xid: reader.uint32(), lsn }
      number = 0
      return undefined
    }
    if (type === 'R') {
      const relation = readRelation(reader)
      relations.set(relation.oid, relation)
      return undefined
    }
    if (type !== 'I' && type !== 'U' && type !== 'D') return undefined
    const relation = relations.get(reader.uint32())
    if (!relation) return undefined
    number += 1
    const common = { relation, commit, number, bytes: message.length }
    const kind = reader.char()
    if (type === 'I') return { ...common, type: 'INSERT', after: readTuple(reader) }
    const before = kind === 'N' ? undefined : readTuple(reader)
    const old = before && { before, isBeforeKey: kind === 'K' }
    if (type === 'D') return { ...common, ...old, type: 'DELETE' }
    if (before) reader.skip(1)
    return { ...common, ...old, type: 'UPDATE', after: readTuple(reader) }
  }
}

type Reader = ReturnType<typeof createReader>

function createReader(message: Buffer) {
  let at = 0
  const advance = (bytes: number) => (at += bytes) - bytes
  return {
    char: () => String.fromCharCode(message.readUInt8(advance(1))),
    byte: () => message.readUInt8(advance(1)),
    int16: () => message.readInt16BE(advance(2)),
    uint32: () => message.readUInt32BE(advance(4)),
    int64: () => message.readBigInt64BE(advance(8)),
    skip: advance,
    text(bytes: number) {
      const start = advance(bytes)
      return message.toString('utf8', start, start + bytes)
    },
    name() {
      const start = at
      at = message.indexOf(0, start) + 1
      return message.toString('utf8', start, at - 1)
    },
  }
}

function readRelation(reader: Reader): Relation {
  const oid = reader.uint32()
  // Postgres leaves out the name of its own schema.
  const schema = reader.name() || 'pg_catalog'
  const table = reader.name()
  reader.skip(1)
  const columns = Array.from({ length: reader.int16() }, () => {
    const isKey = (reader.byte() & 1) === 1
    const name = reader.name()
    reader.skip(8)
    return { isKey, name }
  })
  return { oid, schema, table, columns }
}

const readTuple = (reader: Reader): Tuple =>
  Array.from({ length: reader.int16() }, () => {
    const kind = reader.char()
    if (kind === 'n') return null
    return kind === 't' ? reader.text(reader.uint32()) : undefined
  })
