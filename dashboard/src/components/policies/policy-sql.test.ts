import { expect, it } from 'vitest'
import { alterPolicySql, createPolicySql, dropPolicySql, type PolicyDraft } from './policy-sql.ts'
import { literal } from '../../lib/sql-names.ts'

const table = { schema: 'public', name: 'note' }
const draft: PolicyDraft = {
  name: 'Own notes',
  command: 'SELECT',
  roles: ['authenticated'],
  using: 'a = 1',
  check: 'b = 2',
}

it.each([
  ['SELECT', 'using (a = 1);'],
  ['INSERT', 'with check (b = 2);'],
  ['UPDATE', 'using (a = 1)\nwith check (b = 2);'],
  ['DELETE', 'using (a = 1);'],
  ['ALL', 'using (a = 1)\nwith check (b = 2);'],
] as const)('creates a policy for %s with the expressions that it can have', (command, rest) => {
  expect(createPolicySql(table, { ...draft, command })).toBe(
    `create policy "Own notes"\non "public"."note"\nfor ${command.toLowerCase()} to authenticated\n${rest}`,
  )
})

it('creates a restrictive policy', () => {
  expect(createPolicySql(table, { ...draft, isRestrictive: true })).toBe(
    'create policy "Own notes"\non "public"."note"\nas restrictive\nfor select to authenticated\nusing (a = 1);',
  )
})

it('quotes every name except public, which is a keyword, and the usual roles', () => {
  const sql = createPolicySql(
    { schema: 'a"b', name: 'c"; drop' },
    { ...draft, name: 'it "is"', roles: ['public', 'anon', 'Ada'] },
  )
  expect(sql).toContain('create policy "it ""is"""\non "a""b"."c""; drop"')
  expect(sql).toContain('to public, anon, "Ada"')
  expect(dropPolicySql(table, 'x"; --')).toBe('drop policy "x""; --" on "public"."note";')
  expect(literal("it's")).toBe("'it''s'")
})

it('alters only what changed, and renames last', () => {
  const policy = {
    name: 'Own notes',
    command: 'UPDATE' as const,
    is_permissive: true,
    comment: null,
    roles: ['authenticated'],
    using: 'a = 1',
    check: null,
  }
  const same: PolicyDraft = { ...draft, command: 'UPDATE', check: '' }
  expect(alterPolicySql(table, policy, same)).toBe('')
  expect(alterPolicySql(table, policy, { ...same, check: 'b = 2' })).toBe(
    'alter policy "Own notes"\non "public"."note"\nwith check (b = 2);',
  )
  expect(
    alterPolicySql(table, policy, { ...same, name: 'Mine', roles: ['anon', 'authenticated'] }),
  ).toBe(
    'alter policy "Own notes"\non "public"."note"\nto anon, authenticated;\n\nalter policy "Own notes"\non "public"."note"\nrename to "Mine";',
  )
})
