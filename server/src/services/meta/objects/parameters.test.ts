import type { DatabaseParameter } from '@stoa/contract/services/meta/parameters'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
let parameters: DatabaseParameter[]

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    alter database postgres set statement_timeout = '9s';
    alter role anon set statement_timeout = '3s';
    alter role postgres set work_mem = '9MB'`)
  const { body } = await meta.call('GET', '/parameters')
  parameters = body.parameters
})
afterAll(() => meta.stop())

const named = (name: string) => parameters.find((parameter) => parameter.name === name)

it('lists parameters set for sessions first, then those of the platform', () => {
  const places = parameters.map(({ source, overrides }) => {
    if (overrides.length > 0) return 0
    return source === 'platform' ? 1 : 2
  })
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(parameters.length).toBeGreaterThan(300)
})

it('lists the values set for roles and the database, and the values of the owner’s sessions', () => {
  expect(named('statement_timeout')).toMatchObject({
    kind: 'integer',
    unit: 'ms',
    value: '9s',
    source: 'database',
    default_value: '0',
    changed_by: 'members',
    overrides: expect.arrayContaining([
      { role: null, value: '9s' },
      { role: 'anon', value: '3s' },
    ]),
  })
  expect(named('work_mem')).toMatchObject({ default_value: '4096 kB', source: 'role' })
})

it('shows who can change a parameter, and numbers with their unit', () => {
  expect(named('shared_buffers')).toMatchObject({
    value: '32 MB',
    default_value: '128 MB',
    source: 'platform',
    changed_by: 'restart',
  })
  expect(named('max_wal_size')).toMatchObject({ value: '1024 MB', changed_by: 'platform' })
  expect(named('server_version')).toMatchObject({ changed_by: 'never' })
  expect(named('search_path')).toMatchObject({ is_list: true, kind: 'string' })
  expect(named('client_min_messages')?.choices).toContain('warning')
})

it('hides the paths of the installation’s files', () => {
  expect(named('data_directory')).toBeUndefined()
  expect(parameters.filter(({ value }) => value.startsWith('/'))).toEqual([])
})
