import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { PLATFORM_SCHEMAS } from '../platform-schemas.ts'
import { sql } from '../sql.ts'
import { applyPlan } from './apply-plan.ts'
import { planChanges, type PlanRequest } from './plan-changes.ts'
import { packSnapshot, takeSnapshot, unpackSnapshot, type SchemaSnapshot } from './snapshot.ts'

let branch: TestProject
let parent: TestProject
let base: SchemaSnapshot

const SHARED = `
  create type public.state as enum ('new', 'done');
  create table public.orders (id int primary key, note text, total int);
  create table public.old_notes (id int);
  insert into public.orders values (1, 'first', 5)`

beforeAll(async () => {
  ;[branch, parent] = await Promise.all([createTestProject(), createTestProject()])
  await branch.run(SHARED)
  await parent.run(SHARED)
  const taken = await takeSnapshot(branch.database, PLATFORM_SCHEMAS)
  base = await unpackSnapshot(await packSnapshot(taken))
})
afterAll(() => Promise.all([branch.stop(), parent.stop()]))

const plan = (options: Partial<PlanRequest> = {}) =>
  planChanges({
    source: branch.database,
    target: parent.database,
    ignoredSchemas: PLATFORM_SCHEMAS,
    base,
    isTried: true,
    ...options,
  })

async function apply(planned: Awaited<ReturnType<typeof plan>>) {
  const recorded: (readonly string[])[] = []
  await applyPlan({
    target: parent.database,
    plan: planned,
    ignoredSchemas: PLATFORM_SCHEMAS,
    record: (statements) => {
      recorded.push(statements)
      return [sql`select 1`]
    },
  })
  return recorded
}

const parentRows = async (text: string) => {
  const client = await parent.database.connect('postgres', 'test')
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}

describe('a merge', () => {
  it('adds the changes of the branch to those that its parent has made since', async () => {
    await branch.run(`alter type public.state add value 'sent' before 'done'`)
    await branch.run(`
      alter table public.orders rename note to remark;
      alter table public.orders add state public.state not null default 'sent'`)
    await parent.run(`
      create table public.invoices (id int);
      drop table public.old_notes`)

    const planned = await plan()
    expect(planned.conflicts).toEqual([])
    expect(planned.trial).toBe('partly')
    expect(planned.differences.map(({ key }) => key)).not.toContainEqual(
      expect.stringContaining('old_notes'),
    )
    const recorded = await apply(planned)
    expect(recorded).toHaveLength(2)
    expect(recorded[0]?.join()).toContain('ADD VALUE')

    expect(await parentRows('select remark, state::text from public.orders')).toEqual([
      { remark: 'first', state: 'sent' },
    ])
    expect(await parentRows(`select to_regclass('public.invoices')::text as table`)).toEqual([
      { table: 'invoices' },
    ])
    expect(await parentRows(`select to_regclass('public.old_notes')::text as table`)).toEqual([
      { table: null },
    ])
  })

  it('plans nothing again that the parent already has', async () => {
    expect(await plan()).toMatchObject({ statements: [], remaining: [], trial: 'passed' })
  })

  it('names a part of a table that the parent has dropped', async () => {
    await branch.run('alter table public.old_notes add late int')
    const planned = await plan()
    expect(planned.conflicts.map(({ key }) => JSON.parse(key))).toEqual([
      ['column', 'public', 'old_notes', 'late'],
    ])
    await branch.run('alter table public.old_notes drop late')
  })

  it('names objects that both sides have changed differently', async () => {
    await branch.run('alter table public.orders alter total type bigint')
    await parent.run('alter table public.orders alter total type numeric')
    const { conflicts } = await plan()
    expect(
      conflicts.map(({ key, source, target }) => [
        key,
        source?.properties['type'],
        target?.properties['type'],
      ]),
    ).toEqual([[JSON.stringify(['column', 'public', 'orders', 'total']), 'bigint', 'numeric']])
    await parent.run('alter table public.orders alter total type bigint')
    expect((await plan()).conflicts).toEqual([])
  })

  it('is refused if the target has changed since the plan', async () => {
    await branch.run('create table public.late (id int)')
    const planned = await plan()
    await parent.run(`comment on table public.invoices is 'Somebody was faster'`)
    await expect(apply(planned)).rejects.toMatchObject({ code: 'target_moved', status: 409 })
    expect(await parentRows(`select to_regclass('public.late')::text as table`)).toEqual([
      { table: null },
    ])
    await apply(await plan())
  })

  it('changes nothing in its trial, whose rows decide whether a statement can run', async () => {
    await branch.run('alter table public.orders alter remark set not null')
    await parent.run('insert into public.orders (id) values (2)')
    const planned = await plan()
    expect(planned.trial).toBe('failed')
    expect(planned.statements.find(({ error }) => error !== null)).toMatchObject({
      object: { kind: 'column', parent: 'orders', name: 'remark' },
      error: expect.stringContaining('contains null values'),
    })
    await expect(apply(planned)).rejects.toMatchObject({ code: 'merge_failed' })
    await parent.run('delete from public.orders where id = 2')
    await apply(await plan())
  })

  it('is tried for a moment only if a table is in use', async () => {
    await branch.run('alter table public.orders add late int')
    const blocker = await parent.database.connect('postgres', 'test')
    await blocker.query('begin; lock table public.orders in access share mode')
    try {
      expect(await plan()).toMatchObject({ trial: 'locked', remaining: [] })
    } finally {
      await blocker.end()
    }
  })

  it('also updates the branch from its parent', async () => {
    const toBranch = await planChanges({
      source: parent.database,
      target: branch.database,
      ignoredSchemas: PLATFORM_SCHEMAS,
      base,
      isTried: true,
    })
    expect(toBranch.conflicts).toEqual([])
    expect(toBranch.differences.map(({ key, mark }) => [mark, ...JSON.parse(key)])).toEqual(
      expect.arrayContaining([
        ['added', 'table', 'public', null, 'invoices'],
        ['removed', 'table', 'public', null, 'old_notes'],
      ]),
    )
  })
})
