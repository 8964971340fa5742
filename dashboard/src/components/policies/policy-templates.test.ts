import type { Column } from '@stoa/contract/services/meta/catalogue'
import { describe, expect, it } from 'vitest'
import { createPolicySql } from './policy-sql.ts'
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
const note = { schema: 'public', name: 'note' }

describe('the SQL of a policy', () => {
  it.each([
    ['read', 'for select to anon, authenticated\nusing (true);'],
    ['insert', 'for insert to authenticated\nwith check (true);'],
    [
      'update',
      'for update to authenticated\nusing ((select auth.uid()) = "user_id")\nwith check ((select auth.uid()) = "user_id");',
    ],
    ['delete', 'for delete to authenticated\nusing ((select auth.uid()) = "user_id");'],
  ] as const)('of the template %s', (template, rest) => {
    expect(createPolicySql(note, policyOf({ template, name: 'Notes', owner: 'user_id' }))).toBe(
      `create policy "Notes"\non "public"."note"\n${rest}`,
    )
  })

  it('quotes the column of the owner', () => {
    const policy = policyOf({ template: 'delete', name: 'Notes', owner: 'o"w' })
    expect(policy.using).toContain('= "o""w"')
  })
})

describe('the column of the owner', () => {
  it('is a UUID, preferably one named after a user', () => {
    const columns = [column('id', 'uuid'), column('author_id', 'uuid'), column('owner', 'text')]
    expect(ownerColumns({ columns })).toEqual(['author_id', 'id'])
  })
})
