import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { DEFAULT_LIMITS } from '../limits.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const password = 'correct horse'
const home = '192.0.2.1'

const signIn = (app: AuthApp, email: string, { given = password, ip = home } = {}) =>
  app.call('POST', '/token?grant_type=password', { body: { email, password: given }, ip })

async function guess(app: AuthApp, email: string, ips: readonly string[]) {
  for (const ip of ips) await signIn(app, email, { given: 'wrong', ip })
}

it('refuses the client that guesses, not the owner elsewhere', async () => {
  const { signInByIpAndAddress, signInByAddress } = DEFAULT_LIMITS
  const app = createAuthApp(test, {
    limits: { signInByIpAndAddress: { ...signInByIpAndAddress, burst: 3 }, signInByAddress },
  })
  await app.call('POST', '/signup', { body: { email: 'owner@example.com', password }, ip: home })
  const attacker = '198.51.100.9'
  await guess(app, 'owner@example.com', [attacker, attacker, attacker])
  const refused = await signIn(app, 'owner@example.com', { ip: attacker })
  expect([refused.status, refused.body['error_code'], refused.headers['retry-after']]).toEqual([
    429,
    'over_request_rate_limit',
    '15',
  ])
  expect(refused.body['msg']).toBe('Request rate limit reached. Try again in 15 seconds.')
  expect((await signIn(app, 'owner@example.com')).status).toBe(200)
  expect((await signIn(app, 'owner@example.com', { ip: '203.0.113.4' })).status).toBe(200)
})

it('counts all addresses of an IPv6 network as one client', async () => {
  const app = createAuthApp(test, { limits: { signInByIpAndAddress: { burst: 2, perMinute: 1 } } })
  await app.call('POST', '/signup', { body: { email: 'six@example.com', password } })
  await guess(app, 'six@example.com', ['2001:db8::1', '2001:db8::2'])
  expect((await signIn(app, 'six@example.com', { ip: '2001:db8::3' })).status).toBe(429)
  expect((await signIn(app, 'six@example.com', { ip: '2001:db8:0:1::3' })).status).toBe(200)
})

it('slows down sign-ins to an account that many clients guess at, except from known networks', async () => {
  const app = createAuthApp(test, { limits: { signInByAddress: { burst: 3, perMinute: 30 } } })
  await app.call('POST', '/signup', { body: { email: 'many@example.com', password }, ip: home })
  const strangers = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
  await guess(app, 'many@example.com', strangers)
  const started = app.now().getTime()
  expect((await signIn(app, 'many@example.com')).status).toBe(200)
  expect(app.now().getTime() - started).toBe(0)
  // The successful sign-in did not count, so the next one waits for the time of one attempt.
  await guess(app, 'many@example.com', ['198.51.100.4', '198.51.100.5'])
  const before = app.now().getTime()
  const elsewhere = await signIn(app, 'many@example.com', { ip: '203.0.113.5' })
  expect([elsewhere.status, app.now().getTime() - before]).toEqual([200, 2000])
})

it('reveals to a client only a few times which addresses have an account', async () => {
  const app = createAuthApp(test, { limits: { knownAddressByIp: { burst: 2, perMinute: 1 } } })
  const signUp = async (email: string, ip: string) => {
    const { status, body } = await app.call('POST', '/signup', { body: { email, password }, ip })
    return [status, body['error_code']]
  }
  const attacker = '198.51.100.20'
  await signUp('known@example.com', home)
  const known = [422, 'user_already_exists']
  expect(await signUp('known@example.com', attacker)).toEqual(known)
  expect(await signUp('known@example.com', attacker)).toEqual(known)
  for (const email of ['known@example.com', 'unknown@example.com'])
    expect(await signUp(email, attacker)).toEqual([429, 'over_request_rate_limit'])
  expect(await signUp('known@example.com', home)).toEqual(known)
})
