import type { Anonymization } from '@stoa/contract/platform/anonymization'
import type { Branch } from '@stoa/contract/platform/branches'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let developer: TestPerson
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  healthy(ref)
  developer = await test.memberOf(slug, 'developer')
})
beforeEach(() => healthy(ref))
afterAll(() => test.stop())

const healthy = (of: string) => test.fleet.become(of, { status: 'ACTIVE_HEALTHY' })
const call = (method: Call['method'], url: string, body?: object, as = owner) =>
  test.call({ method, url: `/platform${url}`, as, ...(body && { body }) })
type Answer = Awaited<ReturnType<typeof call>>
const codeOf = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code]

let count = 0
const create = (change: object = {}) =>
  call('POST', `/projects/${ref}/branches`, { name: `b${++count}`, content: 'data', ...change })
async function created(change: object = {}): Promise<Branch> {
  const answer = await create(change)
  expect(answer.statusCode).toBe(201)
  const branch = answer.json<Branch>()
  healthy(branch.project_ref)
  return branch
}
const reset = (of: string, as = owner) => call('POST', `/branches/${of}/reset`, undefined, as)
const save = (rules: readonly object[], of = ref, as = owner) =>
  call('PUT', `/projects/${of}/anonymization`, { rules }, as)

const EMAIL = { schema: 'public', table: 'people', column: 'email', rule: 'fake_email' }

describe('a reset', () => {
  it('copies the parent again with the content of the branch', async () => {
    const { project_ref: branch } = await created({ content: 'schema' })
    const answer = await reset(branch, developer)
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({ status: 'RESTORING', content: 'schema' })
    expect(test.fleet.restores.at(-1)).toEqual({
      ref: branch,
      reset: { kind: 'copy', ref, content: 'schema' },
    })
  })

  it('is refused for the project itself, protected branches, and a parent without data', async () => {
    const { project_ref: branch } = await created({ is_persistent: true })
    expect(codeOf(await reset(ref))).toEqual([409, 'default_branch_fixed'])
    expect(codeOf(await reset(branch, developer))).toEqual([403, 'forbidden'])
    await call('PATCH', `/branches/${branch}`, { is_protected: true })
    expect(codeOf(await reset(branch))).toEqual([409, 'branch_reset_protected'])
    await call('PATCH', `/branches/${branch}`, { is_protected: false })
    test.fleet.become(ref, { status: 'RESTORING' })
    expect(codeOf(await reset(branch))).toEqual([409, 'branch_source_not_ready'])
  })

  it('works in the Management API, but only as a whole', async () => {
    const { id, project_ref: branch } = await created()
    const post = (body: object) =>
      test.call({ method: 'POST', url: `/v1/branches/${id}/reset`, as: owner, body })
    expect((await post({ migration_version: '20260301' })).statusCode).toBe(400)
    const answer = await post({})
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ workflow_run_id: expect.any(String), message: 'ok' })
    expect(test.fleet.restores.at(-1)).toMatchObject({ ref: branch })
  })
})

describe('the rules for anonymized branches', () => {
  it('are saved for the project, and given to copies and resets', async () => {
    expect(codeOf(await create({ content: 'anonymized' }))).toEqual([409, 'no_anonymize_rules'])
    expect((await save([EMAIL])).statusCode).toBe(200)
    const { project_ref: branch } = await created({ content: 'anonymized' })
    const origin = { kind: 'copy', ref, content: 'anonymized', rules: [EMAIL] }
    expect(test.fleet.originOf(branch)).toEqual(origin)
    const read = await call('GET', `/projects/${branch}/anonymization`, undefined, developer)
    expect(read.json<Anonymization>()).toMatchObject({ rules: [EMAIL], updated_by: owner.email })
    const rules = [{ ...EMAIL, rule: 'null' }]
    await save(rules)
    await reset(branch)
    expect(test.fleet.restores.at(-1)).toEqual({ ref: branch, reset: { ...origin, rules } })
  })

  it('are refused for a branch, twice for a column, and from developers', async () => {
    const { project_ref: branch } = await created()
    expect(codeOf(await save([EMAIL], branch))).toEqual([409, 'rules_of_project'])
    expect(codeOf(await save([EMAIL, EMAIL]))).toEqual([400, 'duplicate_rule'])
    expect(codeOf(await save([EMAIL], ref, developer))).toEqual([403, 'forbidden'])
  })
})

it('refuses a branch from a moment without backups', async () => {
  expect(codeOf(await create({ copied_from: '2026-03-01T11:00:00Z' }))).toEqual([
    409,
    expect.stringMatching(/^(backups_off|moment_unreachable)$/),
  ])
})
