import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Identifier } from '../meta/params.ts'
import { MAX_FILE_COLUMNS } from '../table-file-limits.ts'
import { ColumnReading, FileColumn, FileColumnType, FileFormat } from '../table-files.ts'
import { MAX_IMPORT_BYTES } from './limits.ts'

const source = FileColumn.shape.source

/** The order of the parts of dates in the whole file, such as 01/02/2026. */
export const DateOrder = z.enum(['mdy', 'dmy'])
export type DateOrder = z.infer<typeof DateOrder>

/** A table that the import creates in its own transaction. */
export const NewImportedTable = z.object({
  kind: z.literal('new_table'),
  schema: Identifier,
  table: Identifier,
  rls_enabled: z.boolean().default(true),
  /** The name of a new identity column that is the primary key. */
  identity: Identifier.nullable(),
  columns: z
    .array(
      z.object({
        source,
        name: Identifier,
        type: FileColumnType,
        is_primary_key: z.boolean().default(false),
        reading: ColumnReading.optional(),
      }),
    )
    .min(1, 'Include at least one column.')
    .max(MAX_FILE_COLUMNS),
})
export type NewImportedTable = z.infer<typeof NewImportedTable>

/** A table that exists, with the columns that get values from the file. */
export const ExistingImportedTable = z.object({
  kind: z.literal('existing_table'),
  table_id: z.int().positive(),
  columns: z
    .array(z.object({ source, name: Identifier, reading: ColumnReading.optional() }))
    .min(1, 'Map at least one column.')
    .max(MAX_FILE_COLUMNS),
  /** Rows with the same values in these columns are updated; null only appends rows. */
  key: z.array(Identifier).min(1).max(32).nullable(),
})
export type ExistingImportedTable = z.infer<typeof ExistingImportedTable>

export const ImportDefinition = z.object({
  file_name: z.string().min(1).max(255),
  file_bytes: z.int().min(0).max(MAX_IMPORT_BYTES, 'The file is larger than 4 GB.'),
  format: FileFormat,
  date_order: DateOrder.default('mdy'),
  target: z.discriminatedUnion('kind', [NewImportedTable, ExistingImportedTable]),
  /** `stop` changes nothing if one row is bad; `skip` loads the others and reports the bad ones. */
  bad_rows: z.enum(['stop', 'skip']).default('stop'),
})
export type ImportDefinition = z.infer<typeof ImportDefinition>

/**
 * A file with SQL, such as a plain dump with COPY. All of its statements are one transaction of the
 * project's owner.
 */
export const ScriptDefinition = z.object({
  kind: z.literal('script'),
  file_name: z.string().min(1).max(255),
  file_bytes: z.int().min(0).max(MAX_IMPORT_BYTES, 'The file is larger than 4 GB.'),
  /** Leaves out owners and privileges, which name roles of another server. */
  leaves_out_owners: z.boolean().default(true),
})
export type ScriptDefinition = z.infer<typeof ScriptDefinition>

export const ImportProblem = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().nullable(),
  /** The line of the file; the row of a workbook or a Parquet file. */
  line: z.int().nullable(),
  column: z.string().nullable(),
  /** The statement of a file with SQL, counted from 1. */
  statement: z.int().nullable().default(null),
})
export type ImportProblem = z.infer<typeof ImportProblem>

export const Import = z.object({
  id: z.string(),
  file_name: z.string(),
  file_bytes: z.int(),
  /** Null for a file with SQL. */
  schema: z.string().nullable(),
  table: z.string().nullable(),
  /** The table to open; null until a new table is committed. */
  table_id: z.int().nullable(),
  mode: z.enum(['create', 'append', 'upsert', 'script']),
  /** `receiving`: the file is being sent. `queued`: other imports run first. */
  status: z.enum(['receiving', 'queued', 'running', 'succeeded', 'failed', 'cancelled']),
  /** Bytes that are stored after a lost connection; the rest can be sent from there. */
  received_bytes: z.int().default(0),
  /** How much of the file has been loaded, from 0 to 1. */
  progress: z.number(),
  rows: z.int(),
  rejected_rows: z.int(),
  /** Statements of a file with SQL that were run, and that were left out. */
  statements: z.int().default(0),
  skipped_statements: z.int().default(0),
  error: ImportProblem.nullable(),
  /** The email address of the member; null if it is not a person. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type Import = z.infer<typeof Import>

export const RejectedRow = z.object({
  line: z.int(),
  column: z.string().nullable(),
  value: z.string(),
  reason: z.string(),
})
export type RejectedRow = z.infer<typeof RejectedRow>

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/imports/{ref}'

/**
 * Reads the beginning of a file, which is the request's body, or all of a workbook or a Parquet file.
 * Without a format, it is detected.
 */
export const previewImport = endpoint({
  method: 'POST',
  path: `${path}/previews`,
  access: 'database:write',
  params: byRef,
  query: z.object({
    name: z.string().max(255),
    /** A `FileFormat` as JSON. */
    format: z.string().max(2000).optional(),
    /** Whether the body is only the beginning of the file. */
    partial: z.stringbool().default(false),
  }),
  response: z.object({
    format: FileFormat,
    /** The sheets of a workbook. */
    sheets: z.array(z.string()).nullable(),
    columns: z.array(FileColumn),
    /** Columns of the file without duplicates and nulls in these rows. */
    keys: z.array(z.string()),
    date_order: DateOrder,
    /** The first problem of a row that is not shown. */
    problem: z.string().nullable(),
    rows: z.array(z.array(z.string().nullable())),
  }),
})

/** The SQL that an import runs, or the errors of its names and columns. Nothing changes. */
export const planImport = endpoint({
  method: 'POST',
  path: `${path}/plans`,
  access: 'database:write',
  params: byRef,
  body: ImportDefinition,
  response: z.object({ statements: z.array(z.string()) }),
})

/** Prepares an import, which starts when its file has been received. */
export const createImport = endpoint({
  method: 'POST',
  path: `${path}/jobs`,
  access: 'database:write',
  params: byRef,
  body: ImportDefinition,
  response: Import,
  status: 201,
})

/** Prepares the import of a file with SQL, which starts when the file has been received. */
export const createScriptImport = endpoint({
  method: 'POST',
  path: `${path}/scripts`,
  access: 'database:write',
  params: byRef,
  body: ScriptDefinition,
  response: Import,
  status: 201,
})

/**
 * The file is the request's body. The import then runs, whether or not the client waits. If the
 * connection is lost, the rest is sent with its `offset`, which is `received_bytes`: 409
 * `import_offset_wrong` otherwise.
 */
export const sendImportedFile = endpoint({
  method: 'PUT',
  path: `${path}/jobs/{id}/file`,
  access: 'database:write',
  params: byId,
  query: z.object({ offset: z.coerce.number().int().min(0).default(0) }),
  response: Import,
})

/** The newest imports of a project. */
export const listImports = endpoint({
  method: 'GET',
  path: `${path}/jobs`,
  access: 'database:read',
  params: byRef,
  response: z.array(Import),
})

/** Rolls an import back. 409 `import_ended` if it has already ended. */
export const cancelImport = endpoint({
  method: 'POST',
  path: `${path}/jobs/{id}/cancel`,
  access: 'database:write',
  params: byId,
  response: Import,
})

/** The rows that an import skipped. */
export const listRejectedRows = endpoint({
  method: 'GET',
  path: `${path}/jobs/{id}/rejected-rows`,
  access: 'database:write',
  params: byId,
  response: z.array(RejectedRow),
})

/** Creates the tables of a small shop with rows and policies in the schema `public`. */
export const createSampleDatabase = endpoint({
  method: 'POST',
  path: `${path}/sample-database`,
  access: 'database:write',
  params: byRef,
  response: z.object({ tables: z.array(z.string()) }),
})
