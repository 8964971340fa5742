import type { Column } from '@stoa/contract/services/meta/catalogue'
import { describe, expect, it } from 'vitest'
import { ownerColumns, policyOf } from './policy-templates.ts'

const column = (name: string, type: string): Column => ({
  position: 1,
  name,
  type,
  base_type: type,
  category: 'U',
  enum_values: null,
  is_nullable: true,
  default_value: null,
  identity: null,
  is_generated: false,
  is_unique: false,
  is_primary_key: false,
  comment: null,
})
const OWN = { template: 'own_rows', column: 'user_id' }

describe('a policy', () => {
  it.each([
    ['read', { command: 'SELECT', roles: ['anon', 'authenticated'], using: 'true', check: '' }],
    ['read_own', { command: 'SELECT', roles: ['authenticated'], using: OWN, check: '' }],
    ['insert', { command: 'INSERT', roles: ['authenticated'], using: '', check: 'true' }],
    ['update', { command: 'UPDATE', roles: ['authenticated'], using: OWN, check: OWN }],
    ['delete', { command: 'DELETE', roles: ['authenticated'], using: OWN, check: '' }],
  ] as const)('of the template %s', (template, rest) => {
    expect(policyOf({ template, name: 'Notes', owner: 'user_id' })).toEqual({
      name: 'Notes',
      ...rest,
    })
  })
})

describe('the column of the owner', () => {
  it('is a UUID, preferably one named after a user', () => {
    const columns = [column('id', 'uuid'), column('author_id', 'uuid'), column('owner', 'text')]
    expect(ownerColumns({ columns })).toEqual(['author_id', 'id'])
  })
})
