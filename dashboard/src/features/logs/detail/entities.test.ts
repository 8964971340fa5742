import { expect, it } from 'vitest'
import { entitiesOf } from './entities.ts'

const USER = '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de'
const of = (path: string, source: 'edge_logs' | 'storage_logs' = 'edge_logs') =>
  entitiesOf({ source, path, user: null }, undefined)

it.each([
  ['/rest/v1/todos?select=id', [{ kind: 'table', table: 'todos' }]],
  ['/rest/v1/rpc/add', []],
  ['/rest/v1/', []],
  ['/functions/v1/send-mail/x', [{ kind: 'function', slug: 'send-mail' }]],
  ['/storage/v1/object/public/avatars/a.png', [{ kind: 'bucket', bucket: 'avatars' }]],
  ['/storage/v1/object/my%20files/a.png', [{ kind: 'bucket', bucket: 'my files' }]],
  ['/storage/v1/object/100%/a.png', [{ kind: 'bucket', bucket: '100%' }]],
  ['/auth/v1/token', []],
])('finds what %s is about', (path, expected) => {
  expect(of(path)).toEqual(expected)
})

it('finds the bucket in a line of Storage itself', () => {
  expect(of('/object/avatars/a.png', 'storage_logs')).toEqual([
    { kind: 'bucket', bucket: 'avatars' },
  ])
})

it('finds the function in a line of its own', () => {
  const call = { source: 'function_edge_logs', path: '/hello/world', user: null } as const
  expect(entitiesOf(call, undefined)).toEqual([{ kind: 'function', slug: 'hello' }])
})

it('finds the user, but no database role', () => {
  const event = { source: 'edge_logs', path: null } as const
  expect(entitiesOf({ ...event, user: USER }, undefined)).toEqual([{ kind: 'user', id: USER }])
  expect(entitiesOf({ ...event, user: 'postgres' }, undefined)).toEqual([])
})

it('finds the job of a run', () => {
  const run = { source: 'pg_cron_logs', path: null, user: 'postgres' } as const
  expect(entitiesOf(run, '7')).toEqual([{ kind: 'job', id: '7' }])
})
