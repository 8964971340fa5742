import type { SchemaDifference } from '@stoa/contract/platform/branch-changes'
import { expect, it } from 'vitest'
import { countParts, groupChanges } from './grouped-changes.ts'

const change = (
  kind: string,
  name: string,
  parent: string | null = null,
  mark: SchemaDifference['mark'] = 'added',
): SchemaDifference => ({
  object: { kind, schema: 'public', parent, name },
  mark,
  properties: [],
})

const listed = (differences: readonly SchemaDifference[]) =>
  groupChanges(differences).map(({ kind, objects }) => [
    kind,
    objects.map(({ object, mark, parts }) => [
      object.name,
      mark,
      parts.map((part) => part.object.name),
    ]),
  ])

it('puts columns, constraints and policies below their table, and tables first', () => {
  expect(
    listed([
      change('column', 'id', 'rewards'),
      change('function', 'award()'),
      change('policy', 'Everybody reads', 'orders'),
      change('table', 'rewards'),
    ]),
  ).toEqual([
    [
      'tables',
      [
        ['orders', 'changed', ['Everybody reads']],
        ['rewards', 'added', ['id']],
      ],
    ],
    ['functions', [['award()', 'added', []]]],
  ])
})

it('keeps the parts of a view and of a table of the same name in another schema apart', () => {
  const other = change('column', 'total', 'sums')
  const groups = groupChanges([
    change('view', 'sums'),
    { ...other, object: { ...other.object, schema: 'private' } },
  ])
  expect(groups.map(({ kind }) => kind)).toEqual(['tables', 'views'])
})

it('does not list the index of a constraint', () => {
  const parts = [
    change('constraint', 'rewards_pkey', 'rewards'),
    change('index', 'rewards_pkey', 'rewards'),
    change('index', 'rewards_name', 'rewards'),
  ]
  expect(listed(parts)).toEqual([
    ['tables', [['rewards', 'changed', ['rewards_pkey', 'rewards_name']]]],
  ])
})

it('counts parts by kind', () => {
  const parts = [
    change('column', 'id', 'rewards'),
    change('column', 'name', 'rewards'),
    change('policy', 'Everybody reads', 'rewards'),
    change('index', 'rewards_name', 'rewards'),
    change('index', 'rewards_id', 'rewards'),
    change('statistics', 'rewards_both', 'rewards'),
  ]
  expect(countParts(parts)).toBe('2 columns, 1 policy, 2 indexes, 1 statistics')
})
