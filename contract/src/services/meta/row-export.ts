import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { Impersonation } from '../impersonation.ts'
import { Cell } from './cell.ts'
import { byTable, Identifier } from './params.ts'
import { Conditions, Sort } from './rows.ts'

export const ExportFormat = z.enum([
  'csv',
  'tsv',
  'json',
  'ndjson',
  'sql',
  'markdown',
  'xlsx',
  'parquet',
])
export type ExportFormat = z.infer<typeof ExportFormat>

/**
 * Streams rows as a file: all that match the filters, or those with these keys. The rows are those of
 * one moment. 413 `export_too_large` for more rows, or longer texts, than a sheet of XLSX can have. An
 * error after the first rows ends the connection, so that an unfinished
 * file is not taken for a whole one.
 */
export const exportRows = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/export',
  access: 'database:read',
  params: byTable,
  body: z.object({
    format: ExportFormat,
    ...Conditions.shape,
    sorts: z.array(Sort).max(20).default([]),
    /** Every column that the member can read when absent. */
    columns: z.array(Identifier).min(1).max(1600).optional(),
    keys: z.array(z.record(z.string(), Cell)).min(1).max(1000).optional(),
    impersonate: Impersonation.optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.string(),
})
