import { describe, expect, it } from 'vitest'
import {
  changeOf,
  collationKey,
  columnProblems,
  definitionOf,
  firstColumns,
  newColumn,
  typedDefault,
} from './column-draft.ts'

describe('a column in a form', () => {
  it('is sent with its array brackets, and is never nullable as a primary key', () => {
    const draft = {
      ...newColumn(1),
      name: ' tags ',
      isArray: true,
      isPrimaryKey: true,
      isUnique: true,
    }
    expect(definitionOf(draft)).toMatchObject({
      name: 'tags',
      type: 'text[]',
      is_nullable: false,
      is_unique: false,
    })
  })

  it('is sent without a default if it has an identity', () => {
    const draft = { ...newColumn(1), name: 'id', identity: 'always' as const }
    expect(definitionOf({ ...draft, defaultKind: 'literal', defaultValue: '1' }).default).toBeNull()
  })

  it('is sent with only its changes', () => {
    const before = { ...newColumn(1), name: 'age', type: 'integer' }
    expect(changeOf(before, { ...before })).toEqual({})
    expect(
      changeOf(before, { ...before, name: 'years', defaultKind: 'literal', defaultValue: '0' }),
    ).toEqual({ name: 'years', default: { kind: 'literal', value: '0' } })
    expect(changeOf({ ...before, defaultKind: 'literal', defaultValue: '0' }, before)).toEqual({
      default: null,
    })
  })

  it('sends the settings that differ from the defaults, and an expression instead of a default', () => {
    const draft = {
      ...newColumn(1),
      name: 'total',
      defaultKind: 'stored' as const,
      defaultValue: 'price * 2',
      collation: collationKey({ schema: 'pg_catalog', name: 'C' }),
      statistics: ' 100 ',
    }
    expect(definitionOf(draft)).toMatchObject({
      default: null,
      generated: { kind: 'stored', expression: 'price * 2' },
      collation: { schema: 'pg_catalog', name: 'C' },
      statistics: 100,
    })
    expect(definitionOf(newColumn(1))).not.toHaveProperty('storage')
  })

  it('sends how values are converted only with a new type', () => {
    const before = { ...newColumn(1), name: 'age', using: '' }
    const after = { ...before, using: 'age::int' }
    expect(changeOf(before, after)).toEqual({})
    expect(changeOf(before, { ...after, type: 'integer' })).toEqual({
      type: 'integer',
      using: 'age::int',
    })
  })

  it('changes the expression of a generated column, or stops to compute it', () => {
    const before = { ...newColumn(1), defaultKind: 'stored' as const, defaultValue: 'a' }
    expect(changeOf(before, { ...before, defaultValue: 'b' })).toEqual({
      generated_expression: 'b',
    })
    expect(changeOf(before, { ...before, defaultKind: 'none' })).toEqual({
      generated_expression: null,
    })
  })

  it.each([
    ['', 'none'],
    ['now()', 'expression'],
    ['extensions.uuid_generate_v4()', 'expression'],
    [`'{}'::jsonb`, 'expression'],
    ['CURRENT_DATE', 'expression'],
    ['open', 'literal'],
    ['-1.5', 'literal'],
    ['Smith (Jr.)', 'literal'],
  ])('takes the typed default %j for the kind %s', (text, kind) => {
    expect(typedDefault(text).defaultKind).toBe(kind)
  })

  it('needs a name that no other column has', () => {
    const [id, createdAt] = firstColumns()
    expect(id && Object.values(columnProblems(id, ['created_at'])).filter(Boolean)).toEqual([])
    expect(createdAt && columnProblems(createdAt).defaultValue).toBeUndefined()
    expect(columnProblems(newColumn(1)).name).toBe('Enter a name.')
    expect(columnProblems({ ...newColumn(2), name: 'a ' }, ['a']).name).toBe(
      'Another column is named a.',
    )
    expect(columnProblems({ ...newColumn(2), name: 'ä'.repeat(32) }).name).toBe(
      'The name is too long. It can have at most 63 bytes.',
    )
  })

  it.each([
    ['integer', 'literal', 'abc', '“abc” is not an integer.'],
    ['integer', 'literal', '12', undefined],
    ['boolean', 'literal', 'maybe', '“maybe” is neither true nor false.'],
    ['text', 'literal', '', undefined],
    ['integer', 'expression', ' ', 'Enter an SQL expression such as now().'],
  ] as const)('checks the default of a column of type %s: %s %j', (type, kind, value, problem) => {
    const draft = { ...newColumn(1), type, defaultKind: kind, defaultValue: value }
    expect(columnProblems(draft).defaultValue).toBe(problem)
  })
})
