import type { ParquetKind } from '../../../lib/table-files/parquet-writer.ts'
import type { XlsxColumn } from '../../../lib/table-files/write-xlsx.ts'

/** The built-in types that a sheet has values for, by their oids. */
const XLSX_KINDS: ReadonlyMap<number, XlsxColumn['kind']> = new Map([
  [16, 'boolean'],
  [20, 'number'],
  [21, 'number'],
  [23, 'number'],
  [26, 'number'],
  [700, 'number'],
  [701, 'number'],
  [1700, 'number'],
  [1082, 'date'],
  [1114, 'timestamp'],
])

/**
 * Same as above for Parquet. Dates are texts: a result is not known before it is written, and can
 * have infinity, which Parquet lacks.
 */
const PARQUET_KINDS: ReadonlyMap<number, ParquetKind> = new Map([
  [16, 'boolean'],
  [20, 'bigint'],
  [21, 'integer'],
  [23, 'integer'],
  [26, 'bigint'],
  [700, 'real'],
  [701, 'double'],
  [2950, 'uuid'],
])

export const xlsxKindOf = (typeOid: number): XlsxColumn['kind'] => XLSX_KINDS.get(typeOid) ?? 'text'

export const parquetKindOf = (typeOid: number): ParquetKind => PARQUET_KINDS.get(typeOid) ?? 'text'
