import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { MAX_SCHEDULE_LENGTH } from '../cron/schedule.ts'
import { MAX_FILE_COLUMNS } from '../table-file-limits.ts'
import { FileColumn, FileFormat } from '../table-files.ts'
import { Credential, TableName } from './servers.ts'

/** Maximum file sources per project. */
export const MAX_FILE_SOURCES = 50
/** How many runs are kept of each source. */
export const KEPT_RUNS = 50

const noNul = (text: string) => !text.includes('\0')
const NUL = { message: 'NUL is not allowed.' }
const text = (max: number) => z.string().min(1).max(max).refine(noNul, NUL)
const Name = text(63)
/** These would make a URL lead elsewhere. */
const Path = text(1024).refine((path) => !path.split('/').some((part) => /^\.{1,2}$/.test(part)), {
  message: 'The parts . and .. are not allowed.',
})

/** The location of a file. */
export const FilePlace = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('url'),
    url: z
      .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https://.' })
      .max(2000)
      .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), {
        message: 'Put credentials into the Authorization header, not into the URL.',
      }),
  }),
  z.object({
    kind: z.literal('s3'),
    /** Null for Amazon's endpoint. */
    endpoint: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullable(),
    region: z.string().regex(/^[\w-]{1,40}$/, 'Enter a region, such as us-east-1.'),
    bucket: z.string().regex(/^[\w-][\w.-]{0,62}$/, 'Enter the name of a bucket.'),
    key: Path,
    access_key_id: z.string().regex(/^[\w.+/=-]{1,128}$/, 'Enter the ID of an access key.'),
  }),
  z.object({
    kind: z.literal('bucket'),
    bucket: text(100).refine((name) => !name.includes('/') && !/^\.{1,2}$/.test(name), {
      message: 'Enter the name of a bucket.',
    }),
    path: Path,
  }),
])
export type FilePlace = z.infer<typeof FilePlace>

export const FileRun = z.object({
  id: z.string(),
  trigger: z.enum(['create', 'manual', 'schedule']),
  /** `unchanged`: the server said that the file has not changed since the last run. */
  status: z.enum(['running', 'succeeded', 'unchanged', 'failed']),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      hint: z.string().nullable(),
      /** The row with the error, counted from 1 without the header. */
      row: z.int().nullable(),
      /** The line of the file, where it is known. */
      line: z.int().nullable(),
      column: z.string().nullable(),
    })
    .nullable(),
})
export type FileRun = z.infer<typeof FileRun>

export const FileSource = z.object({
  id: z.string(),
  schema: z.string(),
  table: z.string(),
  place: FilePlace,
  format: FileFormat,
  columns: z.array(FileColumn),
  /** Five fields of cron, in UTC; null if it is only refreshed on demand. */
  schedule: z.string().nullable(),
  next_run_at: z.string().nullable(),
  secret: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Whether it can be refreshed; if not, it has to be saved again with its credential. */
  is_connected: z.boolean(),
  has_table: z.boolean(),
  has_row_level_security: z.boolean(),
  /** Roles of API requests that can read the table, as far as its policies let them. */
  api_roles: z.array(z.string()),
  /** Views that use the table. */
  views: z.array(TableName),
  last_run: FileRun.nullable(),
  /** The number of rows in the table, and when the file was last known to have them. */
  loaded: z.object({ rows: z.int(), refreshed_at: z.string() }).nullable(),
  created_at: z.string(),
})
export type FileSource = z.infer<typeof FileSource>

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/wrappers/{ref}/files'

/** The Authorization header of a URL, or the secret access key of S3. */
const credential = Credential.nullable()
const schedule = z.string().trim().min(1).max(MAX_SCHEDULE_LENGTH).nullable()

export const listFileSources = endpoint({
  method: 'GET',
  path,
  access: 'wrappers:read',
  params: byRef,
  response: z.array(FileSource),
})

/** Reads the beginning of a file, and suggests columns. */
export const previewFile = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  access: 'wrappers:write',
  params: byRef,
  /** Without a format, it is detected. */
  body: z.object({ place: FilePlace, format: FileFormat.nullable(), credential }),
  response: z.object({
    /** The given format, or the detected one. */
    format: FileFormat,
    columns: z.array(FileColumn),
    rows: z.array(z.array(z.string().nullable())),
  }),
})

/** Creates the table and starts the first run. */
export const createFileSource = endpoint({
  method: 'POST',
  path,
  access: 'wrappers:write',
  params: byRef,
  body: z.object({
    schema: Name,
    table: Name,
    place: FilePlace,
    format: FileFormat,
    credential,
    columns: z.array(FileColumn).min(1).max(MAX_FILE_COLUMNS),
    schedule,
  }),
  response: FileSource,
  status: 201,
})

/** The values of a source that a form showed before the change. */
export const ReplacedFileSource = FileSource.pick({ place: true, format: true, schedule: true })

/**
 * The table and its columns stay as they are. Without a new credential, the current one stays. With
 * `replaces`, 409 `definition_changed` if the source no longer has these values.
 */
export const updateFileSource = endpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  access: 'wrappers:write',
  params: byId,
  body: z.object({
    place: FilePlace.optional(),
    format: FileFormat.optional(),
    credential: credential.optional(),
    schedule: schedule.optional(),
    replaces: ReplacedFileSource.optional(),
  }),
  response: FileSource,
})

/** With `drop_table`, also drops the table and its views. */
export const deleteFileSource = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'wrappers:write',
  params: byId,
  query: z.object({ drop_table: z.stringbool().default(false) }),
  response: z.object({}),
})

/**
 * Starts a run, unless one is in progress. `force` loads a file again even if it has not changed.
 */
export const refreshFileSource = endpoint({
  method: 'POST',
  path: `${path}/{id}/refresh`,
  access: 'wrappers:write',
  params: byId,
  body: z.object({ force: z.boolean().default(false) }),
  response: FileRun,
})

/** The newest runs of a source. */
export const listFileRuns = endpoint({
  method: 'GET',
  path: `${path}/{id}/runs`,
  access: 'wrappers:read',
  params: byId,
  response: z.array(FileRun),
})
