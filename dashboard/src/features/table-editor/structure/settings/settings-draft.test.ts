import type { TableSettings } from '@stoa/contract/services/meta/table-settings'
import { StorageParameter } from '@stoa/contract/services/meta/table-settings'
import { expect, it } from 'vitest'
import { changeOf, draftOf, PARAMETER_GROUPS, parametersProblem } from './settings-draft.ts'

const SETTINGS: TableSettings = {
  owner: 'postgres',
  owners: ['postgres', 'clerk'],
  is_logged: true,
  replica_identity: { kind: 'index', index: 'by_a' },
  identity_indexes: ['by_a', 'by_b'],
  parameters: [
    { name: 'fillfactor', value: '90' },
    { name: 'user_catalog_table', value: 'true' },
  ],
  statistics: [],
  cluster_indexes: [],
  clustered_by: null,
  dead_rows: 0,
  last_vacuum: null,
  last_analyze: null,
}
const table = { schema: 'public', name: 'orders' }
const before = draftOf(SETTINGS)

it('has no change for the settings as they are', () => {
  expect(changeOf(table, before, before)).toBeUndefined()
})

it('names only the settings that differ', () => {
  const parameters = { ...before.parameters, fillfactor: ' ', autovacuum_enabled: 'off ' }
  expect(changeOf(table, before, { ...before, parameters })).toEqual({
    kind: 'set_table_settings',
    table,
    set: [{ name: 'autovacuum_enabled', value: 'off' }],
    reset: ['fillfactor'],
  })
  expect(changeOf(table, before, { ...before, index: 'by_b', owner: 'clerk' })).toEqual({
    kind: 'set_table_settings',
    table,
    set: [],
    reset: [],
    replica_identity: { kind: 'index', index: 'by_b' },
    owner: 'clerk',
  })
  expect(changeOf(table, before, { ...before, isLogged: false })).toMatchObject({
    is_logged: false,
  })
})

it('names a parameter with a value that cannot be one', () => {
  expect(parametersProblem({ ...before.parameters, fillfactor: '7 0' })).toMatch('fillfactor')
  expect(parametersProblem(before.parameters)).toBeUndefined()
})

it('shows each parameter once', () => {
  const shown = PARAMETER_GROUPS.flatMap(({ names }) => names)
  expect([...shown].toSorted()).toEqual([...StorageParameter.options].toSorted())
})
