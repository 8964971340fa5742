import { FileFormat, type FileColumn } from '@stoa/contract/services/table-files'
import {
  createFileSource,
  FilePlace,
  previewFile,
  updateFileSource,
  type FileSource,
} from '@stoa/contract/services/wrappers/files'
import { parseSchedule } from '@stoa/contract/services/cron/schedule'
import type { z } from 'zod'
import { sentTo } from '../../components/form/checked-by.ts'
import { readSchedule } from '../../components/cron/read-schedule.ts'
import { EMPTY_CREDENTIAL, toCredential, type CredentialDraft } from './credential-field.tsx'

/** The input for a file source. */
export type FileDraft = CredentialDraft & {
  readonly kind: FilePlace['kind']
  readonly url: string
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly key: string
  readonly accessKeyId: string
  readonly path: string
  /** Null to detect it. */
  readonly format: FileFormat | null
}

export const EMPTY_FILE: FileDraft = {
  ...EMPTY_CREDENTIAL,
  kind: 'url',
  url: '',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  key: '',
  accessKeyId: '',
  path: '',
  format: null,
}

export function fileDraftOf({ place, format }: Pick<FileSource, 'place' | 'format'>): FileDraft {
  return {
    ...EMPTY_FILE,
    kind: place.kind,
    ...(place.kind === 'url' && { url: place.url }),
    ...(place.kind === 'bucket' && { bucket: place.bucket, path: place.path }),
    ...(place.kind === 's3' && {
      endpoint: place.endpoint ?? '',
      region: place.region,
      bucket: place.bucket,
      key: place.key,
      accessKeyId: place.access_key_id,
    }),
    format,
  }
}

function toPlace({ kind, ...draft }: FileDraft): FilePlace {
  const bucket = draft.bucket.trim()
  if (kind === 'url') return { kind, url: draft.url.trim() }
  if (kind === 'bucket') return { kind, bucket, path: draft.path.trim() }
  const endpoint = draft.endpoint.trim()
  return {
    kind,
    endpoint: endpoint === '' ? null : endpoint,
    region: draft.region.trim(),
    bucket,
    key: draft.key.trim(),
    access_key_id: draft.accessKeyId.trim(),
  }
}

const credentialOf = (draft: FileDraft) =>
  draft.kind === 'bucket' ? undefined : toCredential(draft)

/** The draft without the fields that only another kind of source needs. */
const placeAndFormat = (draft: FileDraft) => ({ place: toPlace(draft), format: draft.format })

function problemsOf(draft: FileDraft, keepsCredential: boolean) {
  const found = FilePlace.safeParse(toPlace(draft)).error?.issues ?? []
  const messages = new Map(found.map(({ path, message }) => [path[0], message]))
  const needsKey = draft.kind === 's3' && !keepsCredential && credentialOf(draft) === undefined
  const text = (value: string, name: string, words: string) =>
    value.trim() === '' && messages.has(name) ? words : messages.get(name)
  return {
    url: text(draft.url, 'url', 'Enter a URL that starts with https://.'),
    endpoint: messages.has('endpoint') ? 'Enter a URL that starts with https://.' : undefined,
    region: messages.get('region'),
    bucket: text(draft.bucket, 'bucket', 'Enter the name of a bucket.'),
    key: text(draft.key, 'key', 'Enter the key of an object.'),
    accessKeyId: messages.get('access_key_id'),
    path: text(draft.path, 'path', 'Enter the path of a file.'),
    format: FileFormat.nullable().safeParse(draft.format).error?.issues[0]?.message,
    [draft.source]: needsKey ? 'Enter the secret access key.' : undefined,
  }
}

export const PREVIEWED_FILE = sentTo(
  previewFile,
  (draft: FileDraft) => ({ ...placeAndFormat(draft), credential: credentialOf(draft) ?? null }),
  (draft) => problemsOf(draft, false),
)

/** The input for the table of a file. */
export type FileTableDraft = {
  readonly schema: string
  readonly table: string
  readonly columns: readonly FileColumn[]
  readonly schedule: string
}

/** A file whose format is known. */
export type PreviewedFile = z.infer<typeof PREVIEWED_FILE> & { format: FileFormat }

/** The typed cron fields; invalid text is reported by `scheduleProblem`. */
const toSchedule = (typed: string) =>
  typed.trim() === '' ? null : (readSchedule(typed) ?? typed.trim())

function scheduleProblem(typed: string): string | undefined {
  const schedule = parseSchedule(toSchedule(typed) ?? EVERY_DAY)
  return schedule?.kind === 'cron' ? undefined : 'Enter a schedule in words, or five cron fields.'
}
const EVERY_DAY = '@daily'

export const newFile = (file: PreviewedFile) =>
  sentTo(
    createFileSource,
    ({ schema, table, columns, schedule }: FileTableDraft) => ({
      ...file,
      schema: schema.trim(),
      table: table.trim(),
      columns,
      schedule: toSchedule(schedule),
    }),
    ({ table, columns, schedule }) => ({
      table: table.trim() === '' ? 'Enter a name.' : undefined,
      columns: columnsProblem(columns),
      schedule: scheduleProblem(schedule),
    }),
  )

function columnsProblem(columns: readonly FileColumn[]): string | undefined {
  const names = columns.map(({ name }) => name)
  if (names.includes('')) return 'Enter a name for each column.'
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : `Two columns have the name ${twice}.`
}

export type ChangedFile = FileDraft & { readonly schedule: string }

/**
 * A connected source keeps its credential unless a new one is entered or its file moves elsewhere.
 */
export const changedFile = (source: FileSource) =>
  sentTo(
    updateFileSource,
    (draft: ChangedFile) => {
      const credential = credentialOf(draft)
      const needsNone = draft.kind === 'bucket' || (source.secret === null && !credential)
      return {
        ...placeAndFormat(draft),
        ...((credential ?? needsNone) && { credential: credential ?? null }),
        schedule: toSchedule(draft.schedule),
      }
    },
    (draft) => ({
      ...problemsOf(draft, source.is_connected && source.place.kind === draft.kind),
      schedule: scheduleProblem(draft.schedule),
    }),
  )

/** A name for the table of a file, from the last part of the file's path. */
export function tableNameOf(place: FilePlace): string {
  const path = place.kind === 'url' ? decoded(new URL(place.url).pathname) : pathOf(place)
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/\..*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 63)
  return name ?? ''
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const pathOf = (place: Exclude<FilePlace, { kind: 'url' }>) =>
  place.kind === 's3' ? place.key : place.path

/** The location of a file, as one text. */
export function placeText(place: FilePlace): string {
  if (place.kind === 'url') return place.url
  return `${place.kind === 's3' ? 's3://' : ''}${place.bucket}/${pathOf(place)}`
}
