import type { Compute } from '@stoa/contract/platform/compute'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import {
  createTestPlatform,
  STRONG_PASSWORD,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
let ref: string

beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
})
afterAll(() => test.stop())

const url = () => `/platform/projects/${ref}/compute`
const resize = (size: string | null) =>
  test.call({ method: 'PUT', url: url(), as: owner, body: { size } })

it('is read with the sizes that the machine is large enough for', async () => {
  const answer = await test.call({ method: 'GET', url: url(), as: owner })
  const compute = answer.json<Compute>()
  expect(compute).toMatchObject({ size: null, allows_none: true, is_limited: true })
  expect(
    compute.sizes.filter(({ unavailable }) => unavailable === null).map(({ id }) => id),
  ).toEqual(['nano', 'micro', 'small', 'medium'])
})

it('changes, with a row in the audit log', async () => {
  const answer = await resize('small')
  expect(answer.json()).toMatchObject({ size: 'small', status: 'RESIZING' })
  const rows = await test.control.database
    .as('supabase_admin')
    .many(
      sql`select metadata from platform.audit_log where project_ref = ${ref} and action = 'project.resize'`,
      z.object({ metadata: z.unknown() }),
    )
  expect(rows).toEqual([{ metadata: { size: 'small' } }])
})

it('cannot exceed the machine', async () => {
  const answer = await resize('large')
  expect(answer.json()).toMatchObject({ code: 'size_too_large' })
  expect(answer.statusCode).toBe(409)
})

it('follows the plan where plan limits are enforced', async () => {
  const { app } = await test.restart({ planLimits: true })
  const send = async (method: 'POST' | 'PUT', path: string, payload: object) =>
    app.inject({ method, url: path, headers: { authorization: `Bearer ${owner.token}` }, payload })
  const created = await send('POST', '/platform/projects', {
    organization_slug: slug,
    name: 'Small',
    db_pass: STRONG_PASSWORD,
  })
  const small = created.json<{ ref: string }>().ref
  expect(await test.fleet.get(small)).toMatchObject({ computeSize: 'nano' })
  const path = `/platform/projects/${small}/compute`
  const refused = await send('PUT', path, { size: 'micro' })
  expect(refused.statusCode).toBe(402)
  expect(refused.json()).toMatchObject({ code: 'size_needs_plan' })
  expect((await send('PUT', path, { size: null })).json()).toMatchObject({ code: 'size_required' })
  const session = test.control.database.as('supabase_admin')
  await session.run(sql`update platform.organizations set plan = 'pro' where slug = ${slug}`)
  expect((await send('PUT', path, { size: 'micro' })).json()).toMatchObject({ size: 'micro' })
})
