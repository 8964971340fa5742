import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string

beforeAll(async () => {
  test = await createTestPlatform()
})
afterAll(() => test.stop())
beforeEach(async () => {
  owner = await test.person('owner')
  slug = await test.organization(owner)
})

const url = () => `/platform/organizations/${slug}/deleted-projects`

async function deletedProject(): Promise<string> {
  const ref = await test.project(owner, slug, 'Shop')
  await test.call({ method: 'DELETE', url: `/platform/projects/${ref}`, as: owner })
  return ref
}

const list = async (as = owner) => test.call({ method: 'GET', url: url(), as })

const lastAction = async (ref: string) => {
  const { action } = await test.control.database
    .as('supabase_admin')
    .one(
      sql`select action from platform.audit_log where project_ref = ${ref} order by id desc limit 1`,
      z.object({ action: z.string() }),
    )
  return action
}

it('lists a deleted project until it is restored, and writes an audit row', async () => {
  const ref = await deletedProject()
  expect((await list()).json()).toEqual([
    { ref, name: 'Shop', deleted_at: expect.any(String), kept_until: expect.any(String) },
  ])
  const restored = await test.call({ method: 'POST', url: `${url()}/${ref}/restore`, as: owner })
  expect(restored.statusCode).toBe(202)
  expect(restored.json()).toMatchObject({ ref, status: 'COMING_UP' })
  expect(await lastAction(ref)).toBe('project.recover')
  expect((await list()).json()).toEqual([])
  const project = await test.call({ method: 'GET', url: `/platform/projects/${ref}`, as: owner })
  expect(project.json()).toMatchObject({ ref, name: 'Shop' })
})

it('removes a deleted project before its time is over', async () => {
  const ref = await deletedProject()
  const removed = await test.call({ method: 'DELETE', url: `${url()}/${ref}`, as: owner })
  expect(removed.json()).toEqual({ ref, status: 'GOING_DOWN' })
  expect(await lastAction(ref)).toBe('project.remove_data')
  expect((await list()).json()).toEqual([])
  const restored = await test.call({ method: 'POST', url: `${url()}/${ref}/restore`, as: owner })
  expect(restored.json()).toMatchObject({ code: 'project_not_found' })
})

it('changes nothing if the audit row cannot be written', async () => {
  const ref = await deletedProject()
  test.fleet.failNext(new Error('The disk is full'))
  const failed = await test.call({ method: 'POST', url: `${url()}/${ref}/restore`, as: owner })
  expect(failed.statusCode).toBe(500)
  expect((await list()).json()).toHaveLength(1)
  const project = await test.call({ method: 'GET', url: `/platform/projects/${ref}`, as: owner })
  expect(project.json()).toMatchObject({ code: 'project_not_found' })
})

it('refuses developers, other organizations, and projects that are not deleted', async () => {
  const ref = await deletedProject()
  const developer = await test.memberOf(slug, 'developer')
  expect((await list(developer)).statusCode).toBe(403)
  const stranger = await test.person('stranger')
  expect((await list(stranger)).statusCode).toBe(404)
  const other = await test.organization(stranger)
  const restoreAs = (as: TestPerson, organization: string, project: string) =>
    test.call({
      method: 'POST',
      url: `/platform/organizations/${organization}/deleted-projects/${project}/restore`,
      as,
    })
  expect((await restoreAs(stranger, other, ref)).json()).toMatchObject({
    code: 'project_not_found',
  })
  const living = await test.project(owner, slug)
  expect((await restoreAs(owner, slug, living)).json()).toMatchObject({
    code: 'project_not_found',
  })
})
