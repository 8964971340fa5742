import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { sql } from '../../../postgres/sql.ts'

let project: TestProject
let app: AuthApp

const admin = (path: string) => app.call('GET', path, { as: 'service' })
const emails = async (query: string) =>
  z
    .array(z.looseObject({ email: z.string() }))
    .parse((await admin(`/admin/users?${query}`)).body['users'])
    .map(({ email }) => email.split('@')[0])

beforeAll(async () => {
  project = await createTestProject()
  app = createAuthApp(project)
  for (const name of ['a', 'b', 'c']) {
    const body = { email: `${name}@example.com`, password: 'a long password' }
    await app.call('POST', '/admin/users', { as: 'service', body })
    app.pass(1)
  }
})
afterAll(async () => {
  await app.app.close()
  await project.stop()
})

it('lists users by their creation in both directions', async () => {
  expect(await emails('')).toEqual(['c', 'b', 'a'])
  expect(await emails('sort=created_at desc')).toEqual(['c', 'b', 'a'])
  expect(await emails('sort=created_at asc&per_page=2')).toEqual(['a', 'b'])
  expect((await admin('/admin/users?sort=email asc')).status).toBe(400)
})

it('finds a user by id', async () => {
  const { body } = await admin('/admin/users?filter=b@')
  expect(await emails(`filter=${body['users'][0].id}`)).toEqual(['b'])
})

it('reads a page of users by an index, however many users there are', async () => {
  const plan = await project.project.database.as('supabase_auth_admin').transaction(async (tx) => {
    // A few rows are cheaper to sort than to read in order.
    await tx.run(sql`set local enable_seqscan = off`)
    await tx.run(sql`set local enable_sort = off`)
    return tx.many(
      sql`explain select id from auth.users u
        order by coalesce(u.created_at, '-infinity') desc, u.id desc limit 50`,
      z.looseObject({ 'QUERY PLAN': z.string() }),
    )
  })
  expect(plan.map((row) => row['QUERY PLAN']).join()).not.toContain('Sort')
})

it('lists the audit log page by page, and searches it by scope', async () => {
  const all = await admin('/admin/audit')
  expect(all.headers['x-total-count']).toBe('3')
  const entries = z.array(z.looseObject({ payload: z.unknown() })).parse(all.body)
  expect(entries[0]).toMatchObject({
    payload: { action: 'user_signedup', traits: { user_email: 'c@example.com' } },
  })
  const page = await admin('/admin/audit?page=2&per_page=2')
  expect(page.body).toHaveLength(1)
  expect(page.headers['link']).toContain('rel="last"')
  expect((await admin('/admin/audit?query=action:signedup')).body).toHaveLength(3)
  expect((await admin('/admin/audit?query=author:nobody')).body).toHaveLength(0)
  expect((await admin('/admin/audit?query=other:x')).status).toBe(400)
  expect((await app.call('GET', '/admin/audit')).status).toBe(403)
})
