import type { FileSource } from '@stoa/contract/services/wrappers/files'
import { describe, expect, it } from 'vitest'
import {
  changedFile,
  EMPTY_FILE,
  fileDraftOf,
  newFile,
  placeText,
  PREVIEWED_FILE,
  tableNameOf,
  type FileDraft,
} from './file-draft.ts'

const url = 'https://example.com/data/Sales%202024.csv'
const CSV = { kind: 'csv', has_header: true, delimiter: ',', null_text: '' } as const
const source = {
  id: '1f0f9d3e-6f6a-4f6e-9d55-6e1c1a2b3c4d',
  place: { kind: 'url', url },
  format: CSV,
  secret: null,
  is_connected: true,
} as unknown as FileSource

const problemsOf = (schema: typeof PREVIEWED_FILE, draft: FileDraft) =>
  schema.safeParse(draft).error?.issues.map(({ path, message }) => [path[0], message])

describe('the file to preview', () => {
  it('has no format until one is selected, so that the server detects it', () => {
    const { data } = PREVIEWED_FILE.safeParse({ ...EMPTY_FILE, url: ` ${url} ` })
    expect(data).toEqual({ place: { kind: 'url', url }, format: null, credential: null })
  })

  it('has no fields of another kind of source', () => {
    const draft = { ...EMPTY_FILE, kind: 'bucket', bucket: 'files', path: 'a.csv', url } as const
    expect(PREVIEWED_FILE.parse(draft).place).toEqual({
      kind: 'bucket',
      bucket: 'files',
      path: 'a.csv',
    })
  })

  it('reports missing values at their fields', () => {
    expect(problemsOf(PREVIEWED_FILE, EMPTY_FILE)).toEqual([
      ['url', 'Enter a URL that starts with https://.'],
    ])
    const s3 = { ...EMPTY_FILE, kind: 's3', bucket: 'files', key: 'a.csv', accessKeyId: 'AK' }
    expect(problemsOf(PREVIEWED_FILE, s3 as FileDraft)).toEqual([
      [EMPTY_FILE.source, 'Enter the secret access key.'],
    ])
  })

  it('reports an invalid path at the field of the format', () => {
    const draft: FileDraft = { ...EMPTY_FILE, url, format: { kind: 'json', path: 'a..b' } }
    expect(problemsOf(PREVIEWED_FILE, draft)).toEqual([
      ['format', 'Enter keys with dots between them.'],
    ])
  })
})

describe('the table of a file', () => {
  const file = { place: { kind: 'url', url }, format: CSV, credential: null } as const
  const column = { source: 'id', name: 'id', type: 'bigint' } as const
  const table = { schema: 'public', table: ' sales ', columns: [column], schedule: '' }

  it('is refreshed only on demand unless it has a schedule, which can be in words', () => {
    expect(newFile(file).parse(table)).toMatchObject({ table: 'sales', schedule: null })
    expect(newFile(file).parse({ ...table, schedule: 'every day at 9:30' })).toMatchObject({
      schedule: '30 9 * * *',
    })
  })

  it.each([
    ['table', { table: ' ' }, 'Enter a name.'],
    ['columns', { columns: [column, column] }, 'Two columns have the name id.'],
    ['columns', { columns: [{ ...column, name: '' }] }, 'Enter a name for each column.'],
    ['schedule', { schedule: 'now and then' }, 'Enter a schedule in words, or five cron fields.'],
    ['schedule', { schedule: '30 seconds' }, 'Enter a schedule in words, or five cron fields.'],
  ])('rejects its %s', (name, change, message) => {
    const { error } = newFile(file).safeParse({ ...table, ...change })
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[name, message]])
  })
})

describe('a changed source', () => {
  const draft = { ...fileDraftOf(source), schedule: '' }

  it('keeps its location and format', () => {
    expect(changedFile(source).parse(draft)).toMatchObject({ place: source.place, format: CSV })
  })

  it('keeps its credential unless one is entered, and needs none in a bucket', () => {
    const secret = { id: '2f0f9d3e-6f6a-4f6e-9d55-6e1c1a2b3c4d', name: 'token' }
    const withSecret = changedFile({ ...source, secret })
    expect(withSecret.parse(draft)).not.toHaveProperty('credential')
    expect(withSecret.parse({ ...draft, password: 'Bearer 1' })).toMatchObject({
      credential: { password: 'Bearer 1' },
    })
    const inBucket = { ...draft, kind: 'bucket' as const, bucket: 'files', path: 'a.csv' }
    expect(withSecret.parse(inBucket)).toMatchObject({ credential: null })
  })
})

it.each([
  [{ kind: 'url', url }, 'sales_2024'],
  [{ kind: 'url', url: 'https://example.com/100%.csv' }, '100'],
  [{ kind: 'bucket', bucket: 'b', path: 'x/Ünïcode -- A.csv.gz' }, 'n_code_a'],
  [{ kind: 'url', url: 'https://example.com/' }, ''],
] as const)('names a table after %o', (place, name) => {
  expect(tableNameOf(place)).toBe(name)
})

it('shows the location of a file', () => {
  expect(placeText({ kind: 'url', url })).toBe(url)
  expect(placeText({ kind: 'bucket', bucket: 'b', path: 'a.csv' })).toBe('b/a.csv')
})
