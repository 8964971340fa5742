import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { protectedSchemas } from '../../../test/advisors/app.ts'
import { LINT_CASES } from '../../../test/advisors/lint-cases.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { systemClock } from '../../lib/clock.ts'
import { quoteIdent } from '../../postgres/sql.ts'
import { applyFix, previewFix } from './fixes.ts'
import { findLint, LINTS } from './lint-list.ts'
import { checkDatabase } from './read-database.ts'
import { isVulnerable } from './lints/vulnerable-postgres-version.ts'

const deps = { clock: systemClock, protectedSchemas }
const member = { kind: 'operator_credential' } as const

/** Quotes, a separator of keys, four-byte characters, and as long as a name can be. */
const HOSTILE = `O'Brien "x".%2E \\ 😀 ${'n'.repeat(40)}`

let test: TestProject

beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const schemasOf = (lint: string) => ({
  faulty: `😀 "${lint.slice(0, 40)}'.bad`,
  sound: `good_${lint}`,
})

async function check(name: string) {
  const lint = findLint(name)
  if (!lint) throw new Error(`No lint ${name}`)
  const report = await checkDatabase(deps, test.project, [lint])
  expect(report.failed).toEqual([])
  return report.findings
}

const create = (schema: string, text: (s: string, n: string) => string) => {
  const s = quoteIdent(schema)
  return test.run(`
    create schema ${s};
    grant usage on schema ${s} to anon, authenticated, service_role;
    alter default privileges in schema ${s} grant all on tables to anon, authenticated;
    ${text(s, quoteIdent(HOSTILE))}`)
}

describe('each lint', () => {
  it('has names of the longest kind', () => {
    expect(Buffer.byteLength(HOSTILE)).toBe(63)
  })

  it('has a case, or a test of its own below', () => {
    const others = [
      'extension_in_public',
      'extension_versions_outdated',
      'foreign_table_in_api',
      'insecure_queue_exposed_in_api',
      'public_bucket_allows_listing',
      'vulnerable_postgres_version',
    ]
    const names = [...LINT_CASES.map(({ lint }) => lint), ...others]
    expect(names.toSorted()).toEqual(LINTS.map(({ rule }) => rule.name).toSorted())
  })

  it.each(LINT_CASES)('$lint finds the fault, and nothing without it', async (given) => {
    const { lint, count = 1, isFixable = false, settings = {} } = given
    const { faulty, sound } = schemasOf(lint)
    test.changeSettings({ data_api: { exposed_schemas: [faulty, sound] }, ...settings })
    await create(faulty, given.faulty)
    await create(sound, given.sound)
    const inCase = async () =>
      // Other cases leave their schemas behind, some of which have this fault, too.
      (await check(lint)).filter(({ schema }) => schema === faulty || schema === sound)
    const findings = await inCase()
    expect(findings.map(({ schema }) => schema)).toEqual(Array.from({ length: count }).fill(faulty))
    expect(new Set(findings.map(({ cache_key: key }) => key)).size).toBe(count)
    expect(findings.map(({ can_fix: canFix }) => canFix)).toEqual(
      Array.from({ length: count }).fill(isFixable),
    )
    expect(await inCase()).toEqual(findings)
    if (!isFixable) return
    for (const { cache_key: cacheKey } of findings) {
      const { project } = test
      const { statements, undo } = await previewFix(deps, project, cacheKey)
      await applyFix(deps, { project, member, cacheKey, statements })
      await expect(previewFix(deps, project, cacheKey)).rejects.toMatchObject({
        code: 'finding_not_found',
      })
      for (const text of undo ?? []) await test.run(text)
      expect((await previewFix(deps, project, cacheKey)).statements).toEqual(statements)
    }
  })
})

describe('lints of objects that belong to no schema of their own', () => {
  it('extension_in_public offers to move an extension', async () => {
    expect(await check('extension_in_public')).toEqual([])
    await test.run('create extension citext schema public')
    const [finding] = await check('extension_in_public')
    expect(finding).toMatchObject({ kind: 'extension', name: 'citext' })
    await test.run('drop extension citext')
  })

  it('extension_versions_outdated finds nothing in a new project', async () => {
    expect(await check('extension_versions_outdated')).toEqual([])
  })

  it('foreign_table_in_api finds foreign tables that clients can read', async () => {
    test.changeSettings({ data_api: { exposed_schemas: ['public'] } })
    await test.run(
      `create extension if not exists postgres_fdw schema extensions;
       create server elsewhere foreign data wrapper postgres_fdw;
       grant usage on foreign server elsewhere to postgres;
       create foreign table public.remote (id int) server elsewhere;
       create foreign table public.hidden (id int) server elsewhere;
       grant select on public.remote to anon;`,
      'supabase_admin',
    )
    expect(await check('foreign_table_in_api')).toMatchObject([
      { kind: 'foreign_table', name: 'remote', can_fix: true },
    ])
    await test.run('drop server elsewhere cascade', 'supabase_admin')
  })

  it('insecure_queue_exposed_in_api finds queues without row level security', async () => {
    await test.run(`select pgmq.create('orders'); select pgmq.create('mails')`)
    await test.run(
      `alter table pgmq.q_orders disable row level security;
       alter table pgmq.q_mails enable row level security;
       grant all on pgmq.q_orders, pgmq.q_mails to anon`,
      'supabase_admin',
    )
    test.changeSettings({ data_api: { exposed_schemas: ['public'] } })
    expect(await check('insecure_queue_exposed_in_api')).toEqual([])
    test.changeSettings({ data_api: { exposed_schemas: ['public', 'pgmq_public'] } })
    expect(await check('insecure_queue_exposed_in_api')).toMatchObject([
      { kind: 'queue', name: 'orders' },
    ])
  })

  it('public_bucket_allows_listing finds policies that reveal all names', async () => {
    await test.run(`
      insert into storage.buckets (id, name, public) values
        ('it''s', 'it''s', true), ('safe', 'safe', true), ('closed', 'closed', false);
      create policy "list, all" on storage.objects for select using (bucket_id = 'it''s');
      create policy closed on storage.objects for select using (bucket_id = 'closed');
      create policy own on storage.objects for select
        using (bucket_id = 'safe' and owner_id = (select auth.uid()::text));`)
    expect(await check('public_bucket_allows_listing')).toMatchObject([
      { kind: 'bucket', name: "it's" },
    ])
  })

  it('vulnerable_postgres_version compares minor versions', async () => {
    expect(await check('vulnerable_postgres_version')).toEqual([])
    const versions = [160011, 160012, 170007, 170008, 180001, 180002, 190000]
    expect(versions.filter(isVulnerable)).toEqual([160011, 170007, 180001])
  })
})
