import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAuthClients,
  newEmail,
  password,
  told,
  type AuthClients,
} from '../../support/auth-clients.ts'
import { createProject, discard, startServer, type StartedServer } from '../../support/server.ts'

let server: StartedServer
let clients: AuthClients

beforeAll(async () => {
  server = await startServer()
  clients = createAuthClients(server, await createProject(server, 'Accounts'))
  await configure({
    mailer_autoconfirm: false,
    external_phone_enabled: true,
    external_anonymous_users_enabled: true,
    sms_max_frequency: 0,
    security_update_password_require_current_password: true,
  })
})
afterAll(() => discard(server))

const configure = (settings: object) => clients.configure(settings)
const open = (flowType?: 'implicit' | 'pkce') => clients.open(flowType)
const admin = () => clients.admin()
const messageTo = (address: string, count?: number) => clients.messageTo(address, count)
const confirmed = () => clients.confirmed()
const newPhone = () => clients.newPhone()

describe('signing up', () => {
  it('confirms an email address by code', async () => {
    const auth = open()
    const email = newEmail()
    const { data, error } = await auth.signUp({ email, password, options: { data: { a: 1 } } })
    expect(error).toBeNull()
    expect([data.session, data.user?.user_metadata['a']]).toEqual([null, 1])
    const early = await auth.signInWithPassword({ email, password })
    expect(told(early.error)).toEqual([400, 'email_not_confirmed'])
    const { code: token } = await messageTo(email)
    const wrong = await auth.verifyOtp({
      email,
      type: 'signup',
      token: token === '000000' ? '111111' : '000000',
    })
    expect(told(wrong.error)).toEqual([403, 'otp_expired'])
    const verified = await auth.verifyOtp({ email, token, type: 'signup' })
    expect(verified.data.session?.access_token).toBeTypeOf('string')
  })

  it('sends a confirmation again', async () => {
    const auth = open()
    const email = newEmail()
    await auth.signUp({ email, password })
    await messageTo(email)
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
    const { code: token } = await messageTo(email, 2)
    expect((await auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
  })

  it('confirms a phone number by code', async () => {
    const auth = open()
    const phone = newPhone()
    expect((await auth.signUp({ phone: `+${phone}`, password })).error).toBeNull()
    const { code: token } = await messageTo(`+${phone}`)
    const { data, error } = await auth.verifyOtp({ phone, token, type: 'sms' })
    expect([error, data.user?.phone]).toEqual([null, phone])
    await auth.signOut()
    expect((await auth.signInWithPassword({ phone, password })).error).toBeNull()
  })

  it('makes an anonymous account permanent', async () => {
    const auth = open()
    const { data } = await auth.signInAnonymously({ options: { data: { cart: 3 } } })
    expect(data.user?.is_anonymous).toBe(true)
    const email = newEmail()
    expect((await auth.updateUser({ email })).error).toBeNull()
    const { code: token } = await messageTo(email)
    const changed = await auth.verifyOtp({ email, token, type: 'email_change' })
    expect([changed.data.user?.id, changed.data.user?.is_anonymous]).toEqual([data.user?.id, false])
  })

  it('names the reasons of a weak password', async () => {
    const { error } = await open().signUp({ email: newEmail(), password: 'short' })
    expect(told(error)).toEqual([422, 'weak_password'])
    expect(error).toMatchObject({ reasons: ['length'] })
  })
})

describe('signing in', () => {
  it('refuses a wrong password and an unknown address alike', async () => {
    const { email } = await confirmed()
    for (const address of [email, newEmail()]) {
      const { error } = await open().signInWithPassword({ email: address, password: 'wrong' })
      expect([...told(error), error?.message]).toEqual([
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ])
    }
  })

  it('takes a code from a mail', async () => {
    const auth = open()
    const email = newEmail()
    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    const { code: token } = await messageTo(email)
    const { data, error } = await auth.verifyOtp({ email, token, type: 'email' })
    expect([error, data.user?.email]).toEqual([null, email])
  })

  it('takes a code from a message', async () => {
    const auth = open()
    const phone = newPhone()
    expect((await auth.signInWithOtp({ phone })).error).toBeNull()
    const { code: token } = await messageTo(`+${phone}`)
    expect((await auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
    const { error } = await auth.verifyOtp({ phone, token, type: 'sms' })
    expect(told(error)).toEqual([403, 'otp_expired'])
  })

  it('exchanges the code of a link for a session', async () => {
    const auth = open('pkce')
    const email = newEmail()
    await auth.signInWithOtp({ email })
    const { text } = await messageTo(email)
    const link = /http\S+/.exec(text)?.[0] ?? ''
    const { headers, status } = await fetch(link, { redirect: 'manual' })
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect(status).toBe(303)
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect([error, data.user?.email]).toEqual([null, email])
  })
})

describe('a session', () => {
  it('is refreshed, set elsewhere, read, and ended', async () => {
    const { auth, id } = await confirmed()
    const { data: first } = await auth.getSession()
    const { data: second, error } = await auth.refreshSession()
    expect([error, second.user?.id]).toEqual([null, id])
    expect(second.session?.refresh_token).not.toBe(first.session?.refresh_token)
    const other = open()
    const set = await other.setSession({
      access_token: second.session?.access_token ?? '',
      refresh_token: second.session?.refresh_token ?? '',
    })
    expect(set.error).toBeNull()
    expect((await other.getUser()).data.user?.id).toBe(id)
    expect((await other.getClaims()).data?.claims.sub).toBe(id)
    expect((await other.getUserIdentities()).data?.identities).toHaveLength(1)
    expect((await auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  it('tells its listeners', async () => {
    const { email } = await confirmed()
    const auth = open()
    const events: string[] = []
    const { data } = auth.onAuthStateChange((event) => void events.push(event))
    await auth.signInWithPassword({ email, password })
    await auth.updateUser({ data: { seen: true } })
    await auth.signOut()
    data.subscription.unsubscribe()
    expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual([
      'SIGNED_IN',
      'USER_UPDATED',
      'SIGNED_OUT',
    ])
  })
})

describe('a user’s own account', () => {
  it('changes its email address from both mailboxes', async () => {
    const { auth, email } = await confirmed()
    const next = newEmail()
    const { data } = await auth.updateUser({ email: next })
    expect(data.user?.new_email).toBe(next)
    const [old, fresh] = [await messageTo(email), await messageTo(next)]
    await auth.verifyOtp({ email, token: old.code, type: 'email_change' })
    const done = await auth.verifyOtp({ email: next, token: fresh.code, type: 'email_change' })
    expect(done.data.user?.email).toBe(next)
  })

  it('changes its phone number', async () => {
    const { auth } = await confirmed()
    const phone = newPhone()
    expect((await auth.updateUser({ phone })).data.user?.new_phone).toBe(phone)
    const { code: token } = await messageTo(`+${phone}`)
    const { data } = await auth.verifyOtp({ phone, token, type: 'phone_change' })
    expect(data.user?.phone).toBe(phone)
  })

  it('changes its password with the current one, or with a mail', async () => {
    const { auth, email } = await confirmed()
    const { error } = await auth.updateUser({ password: 'another password' })
    expect(told(error)).toEqual([400, 'current_password_required'])
    expect((await open().resetPasswordForEmail(email)).error).toBeNull()
    const { code: token } = await messageTo(email)
    const recovered = open()
    await recovered.verifyOtp({ email, token, type: 'recovery' })
    expect((await recovered.updateUser({ password: 'another password' })).error).toBeNull()
    expect(
      (await open().signInWithPassword({ email, password: 'another password' })).error,
    ).toBeNull()
  })

  it('gets a nonce', async () => {
    const { auth, email } = await confirmed()
    expect((await auth.reauthenticate()).error).toBeNull()
    expect((await messageTo(email)).code).toMatch(/^\d{6}$/)
  })
})

describe('administration', () => {
  it('creates, reads, lists, changes, and deletes accounts', async () => {
    const email = newEmail()
    const phone = newPhone()
    const created = await admin().createUser({
      email,
      phone,
      password,
      email_confirm: true,
      phone_confirm: true,
      app_metadata: { plan: 'pro' },
    })
    const id = created.data.user?.id ?? ''
    expect(created.data.user).toMatchObject({
      email,
      phone,
      app_metadata: { plan: 'pro', providers: ['email', 'phone'] },
    })
    const again = await admin().createUser({ email })
    expect(told(again.error)).toEqual([422, 'email_exists'])
    const samePhone = await admin().createUser({ phone })
    expect(told(samePhone.error)).toEqual([422, 'phone_exists'])
    expect((await admin().getUserById(id)).data.user?.email).toBe(email)
    const { data: page } = await admin().listUsers({ page: 1, perPage: 1000 })
    expect(page.users.map((user) => user.id)).toContain(id)
    const banned = await admin().updateUserById(id, { ban_duration: '1h' })
    expect(banned.error).toBeNull()
    const refused = await open().signInWithPassword({ email, password })
    expect(told(refused.error)).toEqual([400, 'user_banned'])
    expect((await admin().deleteUser(id)).error).toBeNull()
    expect(told((await admin().getUserById(id)).error)).toEqual([404, 'user_not_found'])
  })

  it('invites people and makes links', async () => {
    const email = newEmail()
    expect((await admin().inviteUserByEmail(email, { data: { team: 'a' } })).error).toBeNull()
    const { code: token } = await messageTo(email)
    expect((await open().verifyOtp({ email, token, type: 'invite' })).error).toBeNull()
    const link = await admin().generateLink({ type: 'magiclink', email })
    const { error } = await open().verifyOtp({
      token_hash: link.data.properties?.hashed_token ?? '',
      type: 'email',
    })
    expect(error).toBeNull()
  })

  it('ends the sessions of an account', async () => {
    const { auth } = await confirmed()
    const { data } = await auth.getSession()
    const ended = await admin().signOut(data.session?.access_token ?? '', 'global')
    expect(ended.error).toBeNull()
    expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  it('is refused without the secret key', async () => {
    const { auth } = await confirmed()
    expect(told((await auth.admin.listUsers()).error)).toEqual([403, 'not_admin'])
  })
})

it('later sends a mail that the project’s mail server did not accept', async () => {
  // Projects cannot reach the local network, so this server receives nothing.
  await configure({ smtp_host: '127.0.0.1', smtp_admin_email: 'hello@example.com' })
  const email = newEmail()
  const { error } = await open().signUp({ email, password })
  await configure({ smtp_host: '' })
  expect(error).toBeNull()
  const { code: token } = await messageTo(email)
  expect((await open().verifyOtp({ email, token, type: 'signup' })).error).toBeNull()
})

it('keeps the secrets of hooks and mail servers from those who read the settings', async () => {
  const secrets = { smtp_pass: 'hidden', hook_send_sms_secrets: 'v1,whsec_c2VjcmV0IHNlY3JldA==' }
  const masked = { smtp_pass: '••••••••', hook_send_sms_secrets: '••••••••' }
  expect(await configure(secrets)).toMatchObject(masked)
  expect(await configure(masked)).toMatchObject(masked)
})

it('calls a hook of the database in a running project', async () => {
  await configure({
    hook_before_user_created_enabled: true,
    hook_before_user_created_uri: 'pg-functions://postgres/public/missing',
  })
  const { error } = await open().signUp({ email: newEmail(), password })
  await configure({ hook_before_user_created_enabled: false })
  expect([error?.status, error?.message]).toEqual([
    500,
    'Error running hook URI: pg-functions://postgres/public/missing',
  ])
})
