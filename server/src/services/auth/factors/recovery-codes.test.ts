import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { sql } from '../../../postgres/sql.ts'

let test: TestProject
let auth: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test)
})
afterAll(() => test.stop())

const password = 'correct horse'

/** An account with an authenticator app, and a client of it at aal2. */
async function withApp(email: string, app = auth) {
  const client = app.client()
  const { data: signedUp } = await client.auth.signUp({ email, password })
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const code = generateSync({
    secret: data?.totp.secret ?? '',
    epoch: Math.floor(app.now().getTime() / 1000),
  })
  const factorId = data?.id ?? ''
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
  return { client, factorId, userId: signedUp.user?.id ?? '' }
}

async function withCodes(email: string, app = auth) {
  const person = await withApp(email, app)
  const { data, error } = await person.client.auth.mfa.recoveryCodes.generate()
  if (error) throw error
  return { ...person, ...data }
}

async function signIn(email: string, app = auth) {
  const client = app.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

describe('recovery codes', () => {
  it('are generated once, each raises a session to aal2 once, and unused ones are counted', async () => {
    const email = 'ada@example.com'
    const { client, id, codes, ...set } = await withCodes(email)
    expect(set).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
    expect(new Set(codes).size).toBe(10)
    expect(codes.every((code) => /^[2-9a-hj-km-np-z]{16}$/.test(code))).toBe(true)
    const [code = ''] = codes

    const later = await signIn(email)
    const typed = (code.match(/.{4}/g) ?? []).join('-').toUpperCase()
    const { data, error } = await later.auth.mfa.recoveryCodes.verify({ code: ` ${typed} ` })
    expect(error).toBeNull()
    expect(data?.user.factors?.map((factor) => factor.factor_type)).toContain('recovery_code')
    const { data: level } = await later.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: expect.arrayContaining([
        expect.objectContaining({ method: 'mfa/recovery_code' }),
      ]),
    })
    const again = await later.auth.mfa.recoveryCodes.verify({ code })
    expect([again.error?.status, again.error?.code]).toEqual([422, 'mfa_verification_failed'])
    expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toEqual({
      id,
      type: 'recovery_code',
      total: 10,
      remaining: 9,
    })
  })

  it('work only once when two requests use the same one', async () => {
    const email = 'race@example.com'
    const { codes } = await withCodes(email)
    const clients = await Promise.all([signIn(email), signIn(email)])
    const results = await Promise.all(
      clients.map((each) => each.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })),
    )
    expect(results.filter(({ error }) => error === null)).toHaveLength(1)
  })

  it('are stored as digests', async () => {
    const { codes } = await withCodes('stored@example.com')
    const rows = await test.database
      .as('supabase_admin')
      .many(
        sql`select row_to_json(code)::text as text from auth.mfa_recovery_codes as code`,
        z.object({ text: z.string() }),
      )
    expect(rows.length).toBeGreaterThanOrEqual(10)
    for (const code of codes) expect(rows.some(({ text }) => text.includes(code))).toBe(false)
  })

  it('are replaced as a set', async () => {
    const email = 'replaced@example.com'
    const { client, id, codes } = await withCodes(email)
    const { data } = await client.auth.mfa.recoveryCodes.regenerate()
    expect(data).toMatchObject({ id, friendly_name: 'Recovery codes', total: 10 })
    const later = await signIn(email)
    const old = await later.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    expect(old.error?.code).toBe('mfa_verification_failed')
    const fresh = await later.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })
    expect(fresh.error).toBeNull()
  })

  it('need another factor, a session at aal2, and an account without codes', async () => {
    const email = 'needs@example.com'
    const plain = auth.client()
    await plain.auth.signUp({ email: 'plain@example.com', password })
    const early = await plain.auth.mfa.recoveryCodes.generate()
    expect([early.error?.status, early.error?.code]).toEqual([403, 'insufficient_aal'])
    const none = await plain.auth.mfa.recoveryCodes.getStatus()
    expect([none.error?.status, none.error?.code]).toEqual([404, 'mfa_factor_not_found'])
    const wrong = await plain.auth.mfa.recoveryCodes.verify({ code: 'a' })
    expect(wrong.error?.code).toBe('mfa_factor_not_found')

    const { client } = await withCodes(email)
    const twice = await client.auth.mfa.recoveryCodes.generate()
    expect(twice.error?.code).toBe('mfa_verified_factor_exists')
    const weak = await signIn(email)
    expect((await weak.auth.mfa.recoveryCodes.regenerate()).error?.code).toBe('insufficient_aal')
    expect((await weak.auth.mfa.recoveryCodes.unenroll()).error?.code).toBe('insufficient_aal')
  })

  it('are removed by hand, and with the last other factor', async () => {
    const first = await withCodes('by-hand@example.com')
    const { data } = await first.client.auth.mfa.recoveryCodes.unenroll()
    expect(data).toEqual({ id: first.id })
    expect((await first.client.auth.mfa.listFactors()).data?.all).toHaveLength(1)

    const second = await withCodes('with-app@example.com')
    await second.client.auth.mfa.unenroll({ factorId: second.factorId })
    expect((await second.client.auth.mfa.listFactors()).data?.all).toEqual([])

    const third = await withCodes('by-admin@example.com')
    const { mfa } = auth.client('service').auth.admin
    await mfa.deleteFactor({ userId: third.userId, id: third.factorId })
    expect((await mfa.listFactors({ userId: third.userId })).data?.factors).toEqual([])
  })

  it('have no challenge', async () => {
    const { client, id } = await withCodes('challenge@example.com')
    const { error } = await client.auth.mfa.challenge({ factorId: id })
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed'])
  })

  it('are locked after ten wrong ones, until others are generated', async () => {
    const app = createAuthApp(test, {
      limits: { recoveryCodeByAccount: { burst: 10, perMinute: 0.2 } },
    })
    const email = 'locked@example.com'
    const { client, codes } = await withCodes(email, app)
    const later = await signIn(email, app)
    for (let attempt = 0; attempt < 10; attempt += 1)
      await later.auth.mfa.recoveryCodes.verify({ code: 'wrong' })
    const locked = await later.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
    expect([locked.error?.status, locked.error?.code]).toEqual([429, 'mfa_recovery_codes_locked'])
    const { data } = await client.auth.mfa.recoveryCodes.regenerate()
    const { error } = await later.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })
    expect(error).toBeNull()
  })

  it('can be switched off', async () => {
    const app = createAuthApp(test, {
      settings: {
        mfa_recovery_codes_enroll_enabled: false,
        mfa_recovery_codes_verify_enabled: false,
      },
    })
    const { client } = await withApp('off@example.com', app)
    const generated = await client.auth.mfa.recoveryCodes.generate()
    expect(generated.error?.code).toBe('mfa_recovery_codes_enroll_not_enabled')
    const verified = await client.auth.mfa.recoveryCodes.verify({ code: 'a' })
    expect(verified.error?.code).toBe('mfa_recovery_codes_verify_not_enabled')
  })
})
