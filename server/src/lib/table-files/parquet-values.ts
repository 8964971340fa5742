import type { FileColumnType } from '@stoa/contract/services/table-files'
import type { ParquetParsers, SchemaTree } from 'hyparquet'
import type { Cell } from './reader.ts'

/** How the values of a column are converted to text. */
export type ParquetColumn = {
  readonly name: string
  readonly type: FileColumnType
  toCell(value: unknown): Cell
}

/** Times as text, so that microseconds are kept. Times in UTC end in `Z`. */
export const TEXT_PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (ms) => timestamp(ms, 1000n),
  timestampFromMicroseconds: (us) => timestamp(us, 1_000_000n),
  timestampFromNanoseconds: (ns) => timestamp(ns, 1_000_000_000n),
  dateFromDays: (days) =>
    days === null || days === undefined
      ? null
      : new Date(days * 86_400_000).toISOString().slice(0, 10),
  jsonFromBytes: (bytes) => (bytes ? UTF8.decode(bytes) : null),
}

const UTF8 = new TextDecoder()

function timestamp(count: bigint | null | undefined, perSecond: bigint): string | null {
  if (count === null || count === undefined) return null
  const fraction = ((count % perSecond) + perSecond) % perSecond
  const seconds = (count - fraction) / perSecond
  const moment = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
  const digits = String(fraction).padStart(String(perSecond).length - 1, '0')
  return fraction === 0n ? `${moment}Z` : `${moment}.${digits}Z`
}

/**
 * The column of a field. Decimals of the top level are read as their digits: the library would make
 * them numbers that lose digits, so their annotation is taken from the schema.
 */
export function toParquetColumn({ element, children }: SchemaTree): ParquetColumn {
  const { name, type, converted_type: converted, logical_type: logical } = element
  const of = (columnType: FileColumnType, toCell: ParquetColumn['toCell'] = plain) => ({
    name,
    type: columnType,
    toCell,
  })
  if (children.length > 0 || element.repetition_type === 'REPEATED') return of('jsonb', asJson)
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const scale = element.scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0)
    delete element.converted_type
    delete element.logical_type
    return of('numeric', (value) => decimal(value, scale))
  }
  if (logical?.type === 'UUID') return of('uuid')
  if (logical?.type === 'TIMESTAMP')
    return logical.isAdjustedToUTC ? of('timestamptz') : of('timestamp', withoutZone)
  if (converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS') return of('timestamptz')
  if (type === 'INT96') return of('timestamp', withoutZone)
  if (converted === 'DATE') return of('date')
  if (converted === 'TIME_MILLIS') return of('time', (value) => time(value, 1000n))
  if (converted === 'TIME_MICROS') return of('time', (value) => time(value, 1_000_000n))
  if (logical?.type === 'TIME') return of('time', (value) => time(value, PER_SECOND[logical.unit]))
  if (converted === 'JSON') return of('jsonb')
  if (converted === 'UTF8' || logical?.type === 'STRING') return of('text')
  if (converted === 'ENUM' || logical?.type === 'ENUM') return of('text', decoded)
  if (type === 'BOOLEAN') return of('boolean')
  if (type === 'INT32') return of(converted === 'UINT_32' ? 'bigint' : 'integer')
  if (type === 'INT64') return of(converted === 'UINT_64' ? 'numeric' : 'bigint')
  if (type === 'FLOAT' || type === 'DOUBLE' || logical?.type === 'FLOAT16')
    return of('double precision')
  return type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY'
    ? of('bytea')
    : of('jsonb', asJson)
}

const PER_SECOND = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n }

function plain(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return String.raw`\x${Buffer.from(value).toString('hex')}`
  // JSON has no NaN and no infinity.
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : asJson(value)
}

const withoutZone = (value: unknown): Cell => plain(value)?.replace(/Z$/, '') ?? null

const decoded = (value: unknown): Cell =>
  value instanceof Uint8Array ? UTF8.decode(value) : plain(value)

function asJson(value: unknown): Cell {
  if (value === null || value === undefined) return null
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return JSON.rawJSON(String(part))
    return part instanceof Uint8Array ? Buffer.from(part).toString('hex') : part
  })
}

function decimal(value: unknown, scale: number): Cell {
  if (value === null || value === undefined) return null
  const digits = value instanceof Uint8Array ? signed(value) : BigInt(plain(value) ?? 0)
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const sign = digits < 0n ? '-' : ''
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-scale)}`
}

const signed = (bytes: Uint8Array): bigint =>
  bytes.length === 0
    ? 0n
    : BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`))

function time(value: unknown, perSecond: bigint): Cell {
  if (value === null || value === undefined) return null
  return (
    timestamp(BigInt(plain(value) ?? 0), perSecond)
      ?.slice(11)
      .replace('Z', '') ?? null
  )
}
