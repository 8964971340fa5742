import { z } from 'zod'

const noNul = (text: string) => !text.includes('\0')
const NUL = { message: 'NUL is not allowed.' }
const text = (max: number) => z.string().min(1).max(max).refine(noNul, NUL)

/** The types that a file's column can have. */
export const FileColumnType = z.enum([
  'text',
  'bigint',
  'integer',
  'numeric',
  'double precision',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'uuid',
  'jsonb',
  'bytea',
  'text[]',
  'bigint[]',
  'integer[]',
  'numeric[]',
  'boolean[]',
  'date[]',
  'uuid[]',
])
export type FileColumnType = z.infer<typeof FileColumnType>

export const FileEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
export type FileEncoding = z.infer<typeof FileEncoding>

/** UTF-8 if absent. Windows-1252 includes Latin-1. */
const encoding = FileEncoding.optional()

/** The format of a file. Text can be compressed with gzip. */
export const FileFormat = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('csv'),
    has_header: z.boolean(),
    delimiter: z.enum([',', ';', '\t', '|']),
    /** The double quote if absent. */
    quote: z.enum(['"', "'"]).optional(),
    /** The unquoted text that means null. */
    null_text: z.string().max(20).refine(noNul, NUL),
    /** The sign before the decimals of numbers; the point if absent. */
    decimal: z.enum(['.', ',']).optional(),
    encoding,
  }),
  /** One JSON object per line. */
  z.object({ kind: z.literal('jsonl'), encoding }),
  z.object({
    kind: z.literal('json'),
    /** The path of keys to the array, such as `data.items`; empty if the file is the array. */
    path: z.string().regex(/^$|^[\w-]+(\.[\w-]+){0,9}$/, 'Enter keys with dots between them.'),
    encoding,
  }),
  z.object({ kind: z.literal('parquet') }),
  z.object({
    kind: z.literal('xlsx'),
    /** The name of the sheet; the first one if empty. */
    sheet: z.string().max(255).refine(noNul, NUL),
    has_header: z.boolean(),
  }),
])
export type FileFormat = z.infer<typeof FileFormat>

export const FileColumn = z.object({
  /** The name in the file; `column_1` and so on for a file without a header. */
  source: text(1000),
  name: text(63),
  type: FileColumnType,
})
export type FileColumn = z.infer<typeof FileColumn>

/** The order of the parts of dates such as 01/02/26. */
export const DateParts = z.enum(['mdy', 'dmy', 'ymd'])
export type DateParts = z.infer<typeof DateParts>

/** How the texts of one column are read, where it differs from the rest of the file. */
export const ColumnReading = z.object({
  date_order: DateParts.optional(),
  /** The sign before the decimals of numbers. */
  decimal: z.enum(['.', ',']).optional(),
  /** The text that means null, such as `n/a`. */
  null_text: z.string().max(100).refine(noNul, NUL).optional(),
  /** The words for true and false, without regard to case. */
  true_text: text(100).optional(),
  false_text: text(100).optional(),
})
export type ColumnReading = z.infer<typeof ColumnReading>
