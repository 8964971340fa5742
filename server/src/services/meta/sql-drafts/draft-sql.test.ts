import type { PolicyTemplate } from '@stoa/contract/services/meta/policy-conditions'
import type { SqlDraft } from '@stoa/contract/services/meta/sql-drafts'
import { expect, it } from 'vitest'
import { draftText } from './draft-sql.ts'

const bucket = "ada's"

it.each<[PolicyTemplate, string]>([
  [{ template: 'own_rows', column: 'a"b' }, '(select auth.uid()) = "a""b"'],
  [{ template: 'bucket_files', bucket }, "bucket_id = 'ada''s'"],
  [{ template: 'bucket_files', bucket: null }, 'true'],
  [
    { template: 'own_folder', bucket },
    "bucket_id = 'ada''s' and (storage.foldername(name))[1] = (select auth.uid()::text)",
  ],
  [
    { template: 'own_folder', bucket: null },
    '(storage.foldername(name))[1] = (select auth.uid()::text)',
  ],
  [
    { template: 'one_folder', bucket, folder: '/reports//2026/' },
    "bucket_id = 'ada''s' and (storage.foldername(name))[1] = 'reports' and (storage.foldername(name))[2] = '2026'",
  ],
  [
    { template: 'file_type', bucket: null, file_type: '.JPG' },
    "lower(storage.extension(name)) = 'jpg'",
  ],
  [{ template: 'own_topic' }, "(select realtime.topic()) = 'user:' || (select auth.uid())::text"],
  [{ template: 'one_topic', topic: "it's" }, "(select realtime.topic()) = 'it''s'"],
])('writes the condition %j', (condition, text) => {
  expect(draftText({ kind: 'policy_condition', condition })).toBe(text)
})

it('looks up members of a topic by qualified columns', () => {
  const condition = { template: 'topic_members', table: 'x"y' } as const
  const text = draftText({ kind: 'policy_condition', condition })
  expect(text).toContain('from "public"."x""y" as member')
  expect(text).toContain('member.topic = (select realtime.topic())')
})

it.each<[SqlDraft, string]>([
  [{ kind: 'new_view', schema: 'a"b' }, 'create view "a""b"."new_view"'],
  [{ kind: 'new_function', schema: 'app' }, 'create function "app"."new_function"'],
  [{ kind: 'new_domain', schema: 'app' }, 'create domain "app"."new_domain" as text'],
  [{ kind: 'new_composite_type', schema: 'app' }, 'create type "app"."new_type" as ('],
  [{ kind: 'change_type', schema: 'app', name: 'd', type: 'domain' }, 'alter domain "app"."d"'],
  [{ kind: 'change_type', schema: 'app', name: 'r', type: 'range' }, 'alter type "app"."r"'],
])('drafts %j', (draft, start) => {
  expect(draftText(draft).startsWith(start)).toBe(true)
})

it('lets only the auth service call the function of a hook', () => {
  expect(draftText({ kind: 'hook_privileges', schema: 'app', name: 'h"k' })).toBe(
    `grant usage on schema "app" to supabase_auth_admin;
grant execute on function "app"."h""k" to supabase_auth_admin;
revoke execute on function "app"."h""k" from public, anon, authenticated;`,
  )
})

it('refuses names and texts that Postgres cannot keep', () => {
  expect(() => draftText({ kind: 'new_view', schema: 'a\0b' })).toThrow(/not a valid Postgres name/)
  const condition = { template: 'one_topic', topic: 'a\0b' } as const
  expect(() => draftText({ kind: 'policy_condition', condition })).toThrow(/NUL/)
})

it('starts the change of a policy with what it has', () => {
  const policy = { schema: 'app', table: 'no"te', name: 'own, 😀', roles: ['public', 'a"b'] }
  expect(draftText({ kind: 'edit_policy', ...policy, using: '(owner = auth.uid())', check: null }))
    .toBe(`alter policy "own, 😀"
on "app"."no""te"
to public, "a""b"
using ((owner = auth.uid()));
`)
})

it('replaces a trigger, and drops one that is a constraint before', () => {
  const trigger = { kind: 'edit_trigger', schema: 'app', table: 'note', name: 'log"it' } as const
  const body = 'AFTER INSERT ON app.note FOR EACH ROW EXECUTE FUNCTION app.log()'
  expect(draftText({ ...trigger, definition: `CREATE TRIGGER "log""it" ${body}` })).toBe(
    `create or replace trigger "log""it" ${body};\n`,
  )
  expect(draftText({ ...trigger, definition: `CREATE CONSTRAINT TRIGGER "log""it" ${body}` })).toBe(
    `drop trigger "log""it" on "app"."note";\nCREATE CONSTRAINT TRIGGER "log""it" ${body};\n`,
  )
})
