import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

let test: TestProject
let auth: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test)
})
afterAll(() => test.stop())

const password = 'correct horse'
const signUp = (email: string) => auth.call('POST', '/signup', { body: { email, password } })

it('refuses an account whose data does not fit in memory, and lists it without that data', async () => {
  await signUp('large@example.com')
  await test.run(`
    update auth.users
    set raw_user_meta_data = jsonb_build_object('note', repeat('x', 5000000))
    where email = 'large@example.com'`)
  const body = { email: 'large@example.com', password }
  const refused = await auth.call('POST', '/token?grant_type=password', { body })
  expect([refused.status, refused.body['error_code']]).toEqual([422, 'account_too_large'])
  const list = await auth.call('GET', '/admin/users', { as: 'service' })
  expect(list.body['users']).toMatchObject([{ email: 'large@example.com', user_metadata: {} }])
})

it('refuses a page of users that does not fit in memory', async () => {
  await test.run(`
    insert into auth.users (id, email, created_at, raw_user_meta_data)
    select gen_random_uuid(), 'page-' || n || '@example.com', now() + interval '1 day',
      jsonb_build_object('note', repeat('x', 3900000))
    from generate_series(1, 10) n`)
  const page = (perPage: number) =>
    auth.call('GET', `/admin/users?per_page=${perPage}`, { as: 'service' })
  expect((await page(10)).body).toMatchObject({
    error_code: 'validation_failed',
    msg: 'This page is too large. Ask for fewer users with per_page.',
  })
  const fewer = await page(2)
  expect([fewer.status, fewer.body['users'].length]).toEqual([200, 2])
})

it('refuses changes that add up to more metadata than one request can hold', async () => {
  const { body } = await signUp('growing@example.com')
  const change = (key: string) =>
    auth.call('PUT', '/user', {
      as: body['access_token'],
      body: { data: { [key]: 'x'.repeat(700_000) } },
    })
  expect((await change('a')).status).toBe(200)
  const refused = await change('b')
  expect([refused.status, refused.body['error_code']]).toEqual([400, 'validation_failed'])
  expect((await change('a')).status).toBe(200)
})
