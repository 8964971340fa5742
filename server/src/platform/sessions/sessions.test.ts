import type { AccountSession } from '@stoa/contract/platform/sessions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await createTestPlatform()
})
afterAll(() => test.stop())

const URL_OF_LIST = '/platform/profile/sessions'
const list = async (as: TestPerson) =>
  (await test.call({ method: 'GET', url: URL_OF_LIST, as })).json<AccountSession[]>()
const end = (as: TestPerson, id: string) =>
  test.call({ method: 'DELETE', url: `${URL_OF_LIST}/${id}`, as })

it('lists the sessions of the account and marks the one that asks', async () => {
  const here = await test.person('ada')
  const there = test.accounts.signIn(here.email)
  await test.person('somebody-else')
  const sessions = await list(here)
  expect(sessions).toHaveLength(2)
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1)
  const [mine] = sessions.filter(({ is_current }) => is_current)
  expect((await list(there)).find(({ id }) => id === mine?.id)?.is_current).toBe(false)
})

it('ends a session of the account, and nobody else’s', async () => {
  const here = await test.person('grace')
  const there = test.accounts.signIn(here.email)
  const other = (await list(here)).find(({ is_current }) => !is_current)?.id ?? ''
  const stranger = await test.person('stranger')
  expect((await end(stranger, other)).statusCode).toBe(404)
  expect((await end(here, other)).statusCode).toBe(200)
  const refused = await test.call({ method: 'GET', url: '/platform/profile', as: there })
  expect(refused.statusCode).toBe(401)
  expect((await end(here, other)).json()).toMatchObject({ code: 'session_not_found' })
})

it('ends all sessions but the one that asks', async () => {
  const here = await test.person('joan')
  test.accounts.signIn(here.email)
  test.accounts.signIn(here.email)
  const url = `${URL_OF_LIST}/end-others`
  expect((await test.call({ method: 'POST', url, as: here })).statusCode).toBe(200)
  expect(await list(here)).toEqual([expect.objectContaining({ is_current: true })])
})

it('refuses an access token', async () => {
  const person = await test.person('robot')
  const made = await test.call({
    method: 'POST',
    url: '/platform/profile/access-tokens',
    as: person,
    body: { name: 'ci', expires_at: null },
  })
  const as = { ...person, token: made.json<{ token: string }>().token }
  for (const [method, url] of [
    ['GET', URL_OF_LIST],
    ['POST', `${URL_OF_LIST}/end-others`],
  ] as const)
    expect((await test.call({ method, url, as })).json()).toMatchObject({ code: 'session_needed' })
  expect(
    (await test.call({ method: 'GET', url: URL_OF_LIST, as: 'operator' })).json(),
  ).toMatchObject({ code: 'account_needed' })
})
