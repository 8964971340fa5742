import { describe, expect, it } from 'vitest'
import { findRoute } from './route.ts'

const A = 'abcdefghijklmnopqrst'
const B = 'bbbbbbbbbbbbbbbbbbbb'
const denied = new Set(['supabase_admin'])
const route = (parameters: Record<string, string>, serverName?: string) =>
  findRoute({ minor: 0, parameters: new Map(Object.entries(parameters)) }, serverName, denied)

describe('findRoute', () => {
  it.each([
    ['the user', { user: `postgres.${A}` }, undefined, A, 'postgres'],
    [
      'the user of a self-hosted installation',
      { user: 'app.default' },
      undefined,
      'default',
      'app',
    ],
    ['the last dot of the user', { user: `john.smith.${A}` }, undefined, A, 'john.smith'],
    [
      'the user rather than options or the server name',
      { user: `app.${A}`, options: `reference=${B}` },
      `${B}.x`,
      A,
      'app',
    ],
    [
      'options rather than the server name',
      { user: 'app', options: `reference=${A}` },
      `${B}.x`,
      A,
      'app',
    ],
    ['the server name', { user: 'john.smith' }, `${A}.db.example.com`, A, 'john.smith'],
    [
      "the server name of Supabase's direct address",
      { user: 'app' },
      `db.${A}.localhost`,
      A,
      'app',
    ],
    ['the server name in capitals', { user: 'app' }, `${A.toUpperCase()}.X`, A, 'app'],
  ])('finds the project by %s', (_name, parameters, serverName, ref, role) => {
    const found = route(parameters, serverName)
    expect(found).toMatchObject({ state: 'routed', ref, role })
    expect(found.state === 'routed' && found.startup.parameters.get('user')).toBe(role)
  })

  it.each([
    [`reference=${A}`, undefined],
    [`-c reference=${A}`, undefined],
    [`-creference=${A}`, undefined],
    [`--reference=${A}`, undefined],
    [`  reference=${A}  `, undefined],
    [`-c search_path=x reference=${A}`, '-c search_path=x'],
    [`reference=${A} -c a=b\\ c --d=e`, '-c a=b\\ c --d=e'],
    [`-c geqo=off -c reference=${A} -c jit=off`, '-c geqo=off -c jit=off'],
  ])('removes the reference from options %j', (options, rest) => {
    const found = route({ user: 'app', options })
    expect(found).toMatchObject({ state: 'routed', ref: A })
    expect(found.state === 'routed' && found.startup.parameters.get('options')).toBe(rest)
  })

  it.each([
    ['the user', { user: `postgres.${A}-rr-local-abcde` }, undefined],
    ['options', { user: 'postgres', options: `reference=${A}-rr-local-abcde` }, undefined],
    ['the server name', { user: 'postgres' }, `db.${A}-rr-local-abcde.localhost`],
  ] as const)('finds a read replica by %s', (_, parameters, serverName) => {
    expect(route(parameters, serverName)).toMatchObject({
      state: 'routed',
      ref: A,
      target: `${A}-rr-local-abcde`,
      role: 'postgres',
    })
    expect(route({ user: `postgres.${A}` })).toMatchObject({ target: undefined })
    expect(route({ user: `app.${A}-pooler` })).toMatchObject({ ref: A, target: `${A}-pooler` })
  })

  it('does not change options without a reference', () => {
    const options = '  -c  work_mem=4MB\\  '
    const found = route({ user: `app.${A}`, options })
    expect(found.state === 'routed' && found.startup.parameters.get('options')).toBe(options)
  })

  it('shortens the database name if it repeats the user name', () => {
    const database = (given: string) => {
      const found = route({ user: `app.${A}`, database: given })
      return found.state === 'routed' ? found.startup.parameters.get('database') : undefined
    }
    expect(database(`app.${A}`)).toBe('app')
    expect(database('other')).toBe('other')
  })

  it('keeps every other parameter and their order', () => {
    const found = route({ application_name: 'x', user: `app.${A}`, replication: 'database' })
    expect(found.state === 'routed' && [...found.startup.parameters]).toEqual([
      ['application_name', 'x'],
      ['user', 'app'],
      ['replication', 'database'],
    ])
  })

  it.each([
    ['a user without a reference', { user: 'postgres' }, undefined, '08004'],
    ['a user with a malformed reference', { user: 'postgres.nonsense' }, undefined, '08004'],
    [
      'a malformed reference in options',
      { user: 'postgres', options: 'reference=../x' },
      undefined,
      '08004',
    ],
    ['a server name without a reference', { user: 'postgres' }, 'db.example.com', '08004'],
    ['a server name that is only a reference', { user: 'postgres' }, A, '08004'],
    ['no user', { database: 'postgres' }, `${A}.x`, '28000'],
    ['an empty role', { user: `.${A}` }, undefined, '28000'],
    ['a service role', { user: `supabase_admin.${A}` }, undefined, '28000'],
    ['a service role with a server name', { user: 'supabase_admin' }, `${A}.x`, '28000'],
  ])('refuses %s', (_name, parameters: Record<string, string>, serverName, sqlState) => {
    expect(route(parameters, serverName)).toMatchObject({ state: 'refused', refusal: { sqlState } })
  })
})
