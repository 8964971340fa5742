import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let ref: string

beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  ref = await test.project(owner, await test.organization(owner))
})
afterAll(() => test.stop())

const records = () => test.platform.advisorRecords
const reportAt = (minute: number) => ({
  checkedAt: new Date(Date.UTC(2026, 2, 1, 12, minute)),
  durationMs: minute,
  findings: [],
  failed: [{ rule: 'table_bloat', message: 'Too slow.' }],
  truncated: ['no_primary_key'],
})
const ignored = (cacheKey: string | null, reason = 'Known') => ({
  id: randomUUID(),
  rule: 'table_bloat',
  cacheKey,
  reason,
  userId: owner.userId,
  at: test.clock.at,
})

it('keeps the report of the latest check', async () => {
  expect(await records().readReport(ref)).toBeUndefined()
  await records().saveReport(ref, reportAt(5))
  await records().saveReport(ref, reportAt(3))
  expect(await records().readReport(ref)).toEqual(reportAt(5))
})

it('keeps one record for each ignored finding, and one for the rule', async () => {
  const first = await records().addIgnored(ref, ignored('a'), 2)
  expect(first).toMatchObject({ ignored_by: owner.email, reason: 'Known', cache_key: 'a' })
  expect(await records().addIgnored(ref, ignored('a', 'Other'), 1)).toMatchObject({
    id: first?.id,
    reason: 'Other',
  })
  await records().addIgnored(ref, ignored(null), 2)
  expect(await records().addIgnored(ref, ignored('b'), 2)).toBeUndefined()
  expect(await records().listIgnored(ref)).toHaveLength(2)
  expect(await records().removeIgnored(ref, first?.id ?? '')).toBe(true)
  expect(await records().removeIgnored(ref, first?.id ?? '')).toBe(false)
})

it('counts the owners of the organization', async () => {
  expect(await records().countOwners(ref)).toBe(1)
})

it('keeps nothing of a project that does not exist', async () => {
  await records().saveReport('zzzzzzzzzzzzzzzzzzzz', reportAt(1))
  expect(await records().readReport('zzzzzzzzzzzzzzzzzzzz')).toBeUndefined()
  expect(await records().listIgnored('zzzzzzzzzzzzzzzzzzzz')).toEqual([])
})
