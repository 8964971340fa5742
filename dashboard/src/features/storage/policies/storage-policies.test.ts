import { describe, expect, it } from 'vitest'
import { allowedCalls } from '@stoa/contract/services/storage/policy-operations'
import { isForAllBuckets, namesBucket, policiesOf, policiesOfNone } from './policy-groups.ts'
import { policiesFor, suggestedName, templatesOf } from './storage-templates.ts'

it.each([
  ['public-read', { template: 'bucket_files', bucket: 'a' }],
  ['own-folder', { template: 'own_folder', bucket: 'a' }],
  ['one-folder', { template: 'one_folder', bucket: 'a', folder: 'reports/2026' }],
  ['file-type', { template: 'file_type', bucket: 'a', file_type: '.JPG' }],
])('the template %s has this condition', (id, condition) => {
  const fields = { bucket: 'a', folder: 'reports/2026', fileType: '.JPG' }
  const template = templatesOf('objects').find((each) => each.id === id)
  expect(template?.condition(fields)).toEqual(condition)
})

it('creates one policy for one operation, one for all, and otherwise one for each', () => {
  const wanted = { name: 'P', roles: ['anon'], condition: 'true' }
  const commands = (...operations: ('SELECT' | 'INSERT' | 'UPDATE' | 'DELETE')[]) =>
    policiesFor({ ...wanted, operations }).map(({ name, command }) => `${name}: ${command}`)
  expect(commands()).toEqual([])
  expect(commands('INSERT')).toEqual(['P: INSERT'])
  expect(commands('SELECT', 'INSERT', 'UPDATE', 'DELETE')).toEqual(['P: ALL'])
  expect(commands('SELECT', 'DELETE')).toEqual(['P (select): SELECT', 'P (delete): DELETE'])
})

it.each([
  ['avatars', [], 'Everyone can read in avatars'],
  [undefined, [], 'Everyone can read'],
  ['avatars', ['Everyone can read in avatars'], 'Everyone can read in avatars 2'],
  ['avatars', ['Everyone can read in avatars (select)'], 'Everyone can read in avatars 2'],
  ['x'.repeat(100), [], `Everyone can read in ${'x'.repeat(30)}`],
  ['ü'.repeat(100), [], `Everyone can read in ${'ü'.repeat(15)}`],
])('suggests a free name that is short enough for a policy of %s', (bucket, taken, name) => {
  expect(suggestedName({ name: 'Everyone can read' }, bucket, taken)).toBe(name)
})

it.each([
  ['objects', ['INSERT'], ['upload', 'createSignedUploadUrl']],
  ['objects', ['UPDATE'], []],
  ['objects', ['DELETE'], []],
  ['buckets', ['SELECT'], ['listBuckets', 'getBucket']],
] as const)('names the calls that %s allow with %s', (table, operations, calls) => {
  expect(allowedCalls(table, operations)).toEqual(calls)
})

it('allows moving, copying and removing only together with reading', () => {
  const withRead = allowedCalls('objects', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])
  expect(withRead).toEqual(expect.arrayContaining(['move', 'copy', 'remove', 'update']))
  const withoutRead = allowedCalls('objects', ['INSERT', 'UPDATE', 'DELETE'])
  expect(withoutRead).toEqual(['upload', 'createSignedUploadUrl'])
})

describe('grouping policies by bucket', () => {
  const policy = (name: string, using: string | null, check: string | null = null) => ({
    name,
    command: 'ALL' as const,
    is_permissive: true,
    comment: null,
    roles: ['anon'],
    using,
    check,
  })
  const one = policy('one', "(bucket_id = 'a'::text)")
  const several = policy('several', null, "(bucket_id = ANY (ARRAY['a'::text, 'b'::text]))")
  const all = policy('all', "(owner_id = 'a'::text)")
  const gone = policy('gone', "(bucket_id = 'c'::text)")
  const policies = [one, several, all, gone]

  it('finds a bucket with a quote in its name', () => {
    const quoted = policy('quoted', "(bucket_id = 'ada''s'::text)")
    expect(namesBucket(quoted, "ada's")).toBe(true)
    expect(namesBucket(quoted, 's')).toBe(false)
  })

  it('finds the bucket in both expressions', () => {
    expect([one, several, all].map((each) => namesBucket(each, 'a'))).toEqual([true, true, false])
  })

  it('counts a policy that mentions no bucket for every bucket', () => {
    expect(isForAllBuckets(all)).toBe(true)
    expect(policiesOf(policies, 'b')).toEqual([several, all])
  })

  it('keeps policies of deleted buckets apart', () => {
    expect(policiesOfNone(policies, ['a', 'b'])).toEqual([gone])
  })
})
