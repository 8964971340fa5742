import { describe, expect, it } from 'vitest'
import { changeOf, columnsProblem, definitionOf, firstColumns, newColumn } from './column-draft.ts'

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

  it('needs a name that no other column has', () => {
    expect(columnsProblem(firstColumns())).toBeUndefined()
    expect(columnsProblem([newColumn(1)])).toBe('Enter a name for each column')
    expect(
      columnsProblem([
        { ...newColumn(1), name: 'a' },
        { ...newColumn(2), name: 'a ' },
      ]),
    ).toBe('Two columns are named a')
  })
})
