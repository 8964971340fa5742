import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Cell } from './reader.ts'

export type ParquetKind =
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'real'
  | 'double'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'uuid'
  | 'text'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

export type ParquetColumn = { readonly name: string; readonly kind: ParquetKind }
export type Rows = readonly (readonly Cell[])[]

/** Text that a group of rows has; readers skip and decode whole groups. */
const GROUP_CHARACTERS = 8 * 1024 * 1024
const GROUP_ROWS = 100_000

type Type = {
  readonly element: Omit<SchemaElement, 'name'>
  readonly value: (cell: string) => unknown
}

/**
 * Writes rows as Parquet with the types of their columns. Numerics, and everything else that Parquet
 * has no exact type for, are texts.
 */
export function createParquetWriter(columns: readonly ParquetColumn[]) {
  const bytes = new ByteWriter()
  const types = columns.map(({ kind }) => TYPES[kind])
  const names = distinct(columns.map(({ name }) => name))
  const schema: SchemaElement[] = [
    { name: 'rows', num_children: columns.length },
    ...types.map(({ element }, index) => ({
      name: names[index] ?? '',
      repetition_type: 'OPTIONAL' as const,
      ...element,
    })),
  ]
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'stoa' })
  let rows: Rows[number][] = []
  let characters = 0

  function writeGroup(): void {
    const columnData = types.map(({ value }, index) => ({
      name: names[index] ?? '',
      data: rows.map((cells) => {
        const cell = cells[index] ?? null
        return cell === null ? null : value(cell)
      }),
      offsetIndex: false,
    }))
    void writer.write({ columnData, rowGroupSize: rows.length })
    rows = []
    characters = 0
  }

  return {
    /** The bytes that are complete after these rows. */
    push(more: Rows): Uint8Array<ArrayBuffer> {
      for (const cells of more) {
        rows.push(cells)
        for (const cell of cells) characters += cell?.length ?? 0
        if (rows.length >= GROUP_ROWS || characters >= GROUP_CHARACTERS) writeGroup()
      }
      return taken(bytes)
    },
    end(): Uint8Array<ArrayBuffer> {
      if (rows.length > 0) writeGroup()
      void writer.finish()
      return taken(bytes)
    },
  }
}

/** Takes what was written. The offset continues, because the footer has the places of the groups. */
function taken(bytes: ByteWriter): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.getBytes())
  bytes.index = 0
  return copy
}

/** Two columns of a view or a file can differ only in what Parquet does not see. */
function distinct(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let count = 2; used.has(unique); count += 1) unique = `${name}_${count}`
    used.add(unique)
    return unique
  })
}

const timestamp = (isAdjustedToUTC: boolean): Type => ({
  element: {
    type: 'INT64',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' },
  },
  value: toMicroseconds,
})

const TYPES: Readonly<Record<ParquetKind, Type>> = {
  boolean: { element: { type: 'BOOLEAN' }, value: (cell) => cell === 't' },
  integer: { element: { type: 'INT32' }, value: Number },
  bigint: { element: { type: 'INT64' }, value: BigInt },
  real: { element: { type: 'FLOAT' }, value: Number },
  double: { element: { type: 'DOUBLE' }, value: Number },
  date: { element: { type: 'INT32', converted_type: 'DATE' }, value: toDays },
  timestamp: timestamp(false),
  timestamptz: timestamp(true),
  uuid: {
    element: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
    value: (cell) => cell,
  },
  text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, value: (cell) => cell },
}

const DAY_MS = 86_400_000
const MOMENT =
  /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?)?$/

function toDays(cell: string): number {
  const days = Date.parse(`${cell}T00:00:00Z`) / DAY_MS
  if (!Number.isInteger(days)) throw new Error('A date cannot be written as Parquet.')
  return days
}

/** From Postgres's ISO format, with or without an offset from UTC. */
function toMicroseconds(cell: string): bigint {
  const [, day, time, fraction = '', sign, hours = 0, minutes = 0, seconds = 0] =
    MOMENT.exec(cell) ?? []
  const ms = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(ms)) throw new Error('A timestamp cannot be written as Parquet.')
  const offset = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  const utc = sign === '-' ? ms + offset : ms - offset
  return BigInt(utc) * 1000n + BigInt(fraction.padEnd(6, '0'))
}
