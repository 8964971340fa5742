import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import type { DiffCase } from '../../../test/schema-diff/diff-case.ts'
import { OBJECT_CASES } from '../../../test/schema-diff/object-cases.ts'
import { TABLE_CASES } from '../../../test/schema-diff/table-cases.ts'
import { PLATFORM_SCHEMAS } from '../platform-schemas.ts'
import { planChanges, type SchemaPlan } from './plan-changes.ts'

/** Each kind of object: created and dropped (the other direction), changed, renamed. */
const CORPUS: readonly DiffCase[] = [...TABLE_CASES, ...OBJECT_CASES]

let before: TestProject
let after: TestProject
beforeAll(async () => {
  ;[before, after] = await Promise.all([createTestProject(), createTestProject()])
})
afterAll(() => Promise.all([before.stop(), after.stop()]))

const ignoredSchemas = PLATFORM_SCHEMAS
/** No name is the beginning of another one. */
const schemaOf = ({ name }: DiffCase) => `case_${name}_case`
const statesOf = (each: DiffCase, state: 'before' | 'after') =>
  [`create schema $S;`, each.common ?? '', each[state]].join('\n').replaceAll('$S', schemaOf(each))

describe('the plan between two databases', () => {
  let plans: { readonly forward: SchemaPlan; readonly back: SchemaPlan }

  beforeAll(async () => {
    for (const each of CORPUS) {
      await before.run(statesOf(each, 'before'))
      await after.run(statesOf(each, 'after'))
    }
    const options = { ignoredSchemas, base: null, isTried: true }
    plans = {
      forward: await planChanges({ ...options, source: after.database, target: before.database }),
      back: await planChanges({ ...options, source: before.database, target: after.database }),
    }
  }, 60_000)

  it.each(['forward', 'back'] as const)('runs every statement (%s)', (direction) => {
    const { trial, statements } = plans[direction]
    const failed = statements.filter(({ error }) => error !== null)
    expect({ trial, failed }).toEqual({ trial: 'passed', failed: [] })
  })

  const directions = CORPUS.flatMap((each) => [
    { each, direction: 'forward' as const, title: `${each.name} (forward)` },
    { each, direction: 'back' as const, title: `${each.name} (back)` },
  ])
  it.each(directions)('leaves no difference: $title', ({ each, direction }) => {
    const mentions = (text: string) => text.includes(schemaOf(each))
    const remaining = plans[direction].remaining
      .filter(({ key }) => mentions(key))
      .map(({ key, mark, properties }) => ({ key, mark, properties }))
    const reason = each.known?.[direction]
    // A known difference that is gone fails too, so that the list stays true.
    expect({ remaining, isExact: remaining.length === 0 }).toMatchObject(
      reason === undefined ? { remaining: [] } : { isExact: false },
    )
  })
})

describe('a statement that the owner is not allowed to run', () => {
  it('is last in the plan, with the message of Postgres', async () => {
    await after.run(`
      create function public.welcome() returns trigger language plpgsql as 'begin return new; end';
      create trigger welcome after insert on auth.users for each row execute function public.welcome()`)
    const plan = await planChanges({
      source: before.database,
      target: after.database,
      ignoredSchemas,
      base: null,
      isTried: true,
    })
    expect(plan.trial).toBe('failed')
    const failed = plan.statements.filter(({ error }) => error !== null)
    expect(plan.statements.slice(-failed.length)).toEqual(failed)
    expect(failed).toContainEqual(
      expect.objectContaining({
        object: { kind: 'trigger', schema: 'auth', parent: 'users', name: 'welcome' },
        error: expect.stringContaining('must be owner'),
      }),
    )
  })
})
