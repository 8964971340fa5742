import type { ExportFormat } from '@stoa/contract/services/meta/row-export'
import { MAX_XLSX_CELL_LENGTH, MAX_XLSX_ROWS } from '../../../lib/table-files/write-xlsx.ts'
import type { Session } from '../../../postgres/database.ts'
import type { Sql } from '../../../postgres/sql.ts'
import { tooLargeForXlsx } from '../errors.ts'
import { hasDates } from './export-files.ts'
import { readExtent, readUnusualDates } from './export-sql.ts'
import type { ShapeColumn } from './shape.ts'

type CheckOptions = { readonly columns: readonly ShapeColumn[]; readonly rows: Sql }

/**
 * Reads what decides whether and how a format can have the rows, because an error after the first row
 * could only end the connection. Returns the columns whose dates Parquet must have as texts. 413
 * `export_too_large`.
 */
export async function checkFile(
  tx: Session,
  format: ExportFormat,
  { columns, rows }: CheckOptions,
): Promise<ReadonlySet<string>> {
  if (format === 'xlsx') {
    const texts = columns.filter((column) => column.is_long).map(({ name }) => name)
    const extent = await readExtent(tx, { rows, texts, mostRows: MAX_XLSX_ROWS })
    // One row is the header.
    if (extent.rows >= MAX_XLSX_ROWS)
      throw tooLargeForXlsx(`has at most ${(MAX_XLSX_ROWS - 1).toLocaleString('en')} rows`)
    if (extent.longest > MAX_XLSX_CELL_LENGTH)
      throw tooLargeForXlsx(
        `can have texts of at most ${MAX_XLSX_CELL_LENGTH.toLocaleString('en')} characters`,
      )
  }
  const dates = format === 'parquet' ? columns.filter(hasDates).map(({ name }) => name) : []
  if (dates.length === 0) return new Set()
  const unusual = await readUnusualDates(tx, { rows, dates })
  return new Set(dates.filter((_name, index) => unusual[index]))
}
