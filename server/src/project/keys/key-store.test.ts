import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { silentLog } from '../../lib/log.ts'
import { verifyJwt } from '../../lib/jwt.ts'
import { createOutgoing } from '../../lib/outgoing.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { rawSql, sql } from '../../postgres/sql.ts'
import { createTestInstances } from '../../../test/instances.ts'
import { createKeyStore, type KeyStore } from './key-store.ts'
import { generateApiKeys, generateRef } from './api-keys.ts'

let control: TestControlPlane
const clock = { at: new Date('2026-03-01T12:00:00Z'), now: () => clock.at }

beforeAll(async () => {
  control = await createTestControlPlane()
})
afterAll(() => control.stop())

const session = () => control.database.as('supabase_admin')

function createParts() {
  const box = createSecretBox(control.installationKey, 'project-secrets')
  const instances = createTestInstances(control, { box, clock })
  const outgoing = createOutgoing({ allowsPrivate: true })
  const store = createKeyStore({ records: instances, box, clock, log: silentLog, outgoing })
  return { instances, store }
}

/** A project created by a release that had only the five default keys. */
async function olderProject() {
  const { instances, store } = createParts()
  const ref = generateRef()
  const keys = generateApiKeys(ref, clock.now())
  await session().transaction((tx) =>
    instances.insert(tx, ref, { keys, databasePassword: 'first' }),
  )
  return { ref, keys, store, instances }
}

async function project() {
  const made = await olderProject()
  const latest = await made.store.open(made.ref)
  // Keys created by a test must be newer than the project's own.
  clock.at = new Date(clock.at.getTime() + 1000)
  return { ...made, ring: () => latest.value }
}

const statesOf = async (store: KeyStore, ref: string) =>
  (await store.list(ref)).signingKeys.map(({ state }) => state)
const state = (ring: Awaited<ReturnType<typeof project>>['ring'], token: string) =>
  ring().verify(token, clock.now()).state

const refusal = (code: string, status = 409) => ({ code, status })

describe('a project of an older release', () => {
  it('keeps its keys as the defaults and its secret as the signing key in use', async () => {
    const { ref, keys, store } = await olderProject()
    const { value: ring } = await store.open(ref)
    expect(ring).toMatchObject({ ...keys, areLegacyKeysEnabled: true, jwks: [] })
    expect(ring.findOpaqueKey(keys.publishableKey)?.role).toBe('anon')
    expect(ring.findOpaqueKey(keys.secretKey)?.role).toBe('service_role')
    for (const key of [keys.anonKey, keys.serviceRoleKey])
      expect(ring.verify(key, clock.now()).state).toBe('valid')
    const { apiKeys, signingKeys } = await store.list(ref)
    expect(apiKeys.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'publishable default',
      'secret default',
    ])
    expect(signingKeys).toMatchObject([{ algorithm: 'HS256', state: 'in_use', isLegacy: true }])
  })

  it('is migrated once, even by concurrent calls', async () => {
    const { ref, store } = await olderProject()
    await Promise.all([store.open(ref), store.list(ref), store.open(ref), store.defaults(ref)])
    const { apiKeys, signingKeys } = await store.list(ref)
    expect([apiKeys.length, signingKeys.length]).toEqual([2, 1])
  })

  it('stores its opaque keys only in their records from then on', async () => {
    const { ref, keys, store, instances } = await olderProject()
    await store.open(ref)
    const { publishableKey, secretKey, ...legacy } = keys
    expect(await instances.secrets(ref)).toEqual({ keys: legacy, databasePassword: 'first' })
    const Row = z.object({ text: z.string() })
    const stored = await session().many(
      sql`
        select k::text as text from fleet.api_keys k where ref = ${ref}
        union all select k::text from fleet.signing_keys k where ref = ${ref}
        union all select i::text from fleet.instances i where ref = ${ref}`,
      Row,
    )
    for (const value of [publishableKey, secretKey, keys.jwtSecret, keys.anonKey])
      for (const { text } of stored) {
        expect(text).not.toContain(value)
        expect(text).not.toContain(Buffer.from(value).toString('hex'))
      }
  })
})

describe('an API key', () => {
  it('works from its creation until its deletion', async () => {
    const { ref, store, ring } = await project()
    const key = await store.createApiKey(ref, { kind: 'secret', name: 'cron', description: 'x' })
    expect(key.value).toMatch(/^sb_secret_[\w-]{32}$/)
    expect(ring().findOpaqueKey(key.value)).toEqual({ id: key.id, role: 'service_role' })
    await store.deleteApiKey(ref, key.id)
    expect(ring().findOpaqueKey(key.value)).toBeUndefined()
    expect((await store.list(ref)).apiKeys.map(({ id }) => id)).not.toContain(key.id)
    await expect(store.deleteApiKey(ref, key.id)).rejects.toMatchObject(
      refusal('api_key_not_found', 404),
    )
  })

  it('frees its name and loses its value when it is deleted', async () => {
    const { ref, store } = await project()
    const wanted = { kind: 'secret', name: 'cron', description: '' } as const
    const { id } = await store.createApiKey(ref, wanted)
    await expect(store.createApiKey(ref, wanted)).rejects.toMatchObject(
      refusal('api_key_name_taken'),
    )
    await store.createApiKey(ref, { ...wanted, kind: 'publishable' })
    await store.deleteApiKey(ref, id)
    await store.createApiKey(ref, wanted)
    const Row = z.object({ value: z.null(), deleted_at: z.date() })
    await session().one(sql`select value, deleted_at from fleet.api_keys where id = ${id}`, Row)
  })

  it('cannot be deleted if it is the last of its kind, even by concurrent calls', async () => {
    const { ref, store } = await project()
    const second = await store.createApiKey(ref, { kind: 'secret', name: 'b', description: '' })
    const { apiKeys } = await store.list(ref)
    const secrets = apiKeys.filter(({ kind }) => kind === 'secret').map(({ id }) => id)
    expect(secrets).toContain(second.id)
    const answers = await Promise.allSettled(secrets.map((id) => store.deleteApiKey(ref, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusal('last_api_key'),
    })
  })

  it('that was the default is replaced by the oldest one left', async () => {
    const { ref, store, ring, keys } = await project()
    const next = await store.createApiKey(ref, { kind: 'secret', name: 'next', description: '' })
    const first = ring().findOpaqueKey(keys.secretKey)
    await store.deleteApiKey(ref, first?.id ?? '')
    expect(ring().secretKey).toBe(next.value)
    expect(await store.defaults(ref)).toMatchObject({ secretKey: next.value })
  })

  it('cannot be created beyond the limit of 50', async () => {
    const { ref, store } = await project()
    for (let number = 3; number <= 50; number += 1)
      await store.createApiKey(ref, { kind: 'secret', name: `k${number}`, description: '' })
    await expect(
      store.createApiKey(ref, { kind: 'publishable', name: 'more', description: '' }),
    ).rejects.toMatchObject(refusal('too_many_api_keys'))
  })

  it('records when it was last used', async () => {
    const { ref, store, ring, keys } = await project()
    const { id } = ring().findOpaqueKey(keys.secretKey) ?? { id: '' }
    const lastUsed = async () =>
      (await store.list(ref)).apiKeys.find((key) => key.id === id)?.lastUsedAt ?? null
    const noted = async (at: Date) => {
      while ((await lastUsed())?.getTime() !== at.getTime())
        await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(await lastUsed()).toBeNull()
    const first = clock.at
    ring().noteUse(id)
    await noted(first)
    clock.at = new Date(first.getTime() + 60_000)
    ring().noteUse(id)
    await noted(clock.at)
  })
})

describe('the legacy keys', () => {
  it('can be disabled and enabled', async () => {
    const { ref, store, ring } = await project()
    await store.enableLegacyKeys(ref, false)
    expect(ring().areLegacyKeysEnabled).toBe(false)
    expect((await store.list(ref)).areLegacyKeysEnabled).toBe(false)
    await store.enableLegacyKeys(ref, true)
    expect(ring().areLegacyKeysEnabled).toBe(true)
  })
})

describe('a signing key', () => {
  it('can be created, published, put in use, rotated out, revoked, and deleted', async () => {
    const { ref, store, ring, keys } = await project()
    const byLegacy = ring().sign({ sub: 'ada' })
    const standby = await store.createSigningKey(ref, { algorithm: 'ES256' })
    expect(standby).toMatchObject({ algorithm: 'ES256', state: 'standby', isLegacy: false })
    expect(ring().jwks).toMatchObject([{ kid: standby.id, kty: 'EC', crv: 'P-256', alg: 'ES256' }])
    expect(verifyJwt(ring().sign({}), keys.jwtSecret, clock.now()).state).toBe('valid')

    expect((await store.rotateSigningKey(ref, standby.id)).state).toBe('in_use')
    const byNext = ring().sign({ sub: 'ada' })
    expect(ring().verify(byNext, clock.now())).toMatchObject({ state: 'valid', kid: standby.id })
    expect(state(ring, byLegacy)).toBe('valid')
    expect(state(ring, keys.anonKey)).toBe('valid')

    const [legacy] = (await store.list(ref)).signingKeys
    await store.revokeSigningKey(ref, legacy?.id ?? '')
    expect(state(ring, byLegacy)).toBe('invalid')
    expect(state(ring, keys.anonKey)).toBe('invalid')
    expect(state(ring, keys.serviceRoleKey)).toBe('invalid')
    expect(state(ring, byNext)).toBe('valid')
    // Values derived from the first secret remain valid after its signing key is revoked.
    expect(ring().jwtSecret).toBe(keys.jwtSecret)

    await store.removeSigningKey(ref, legacy?.id ?? '')
    expect(await statesOf(store, ref)).toEqual(['in_use'])
  })

  it('can be imported as a secret that another system shares', async () => {
    const { ref, store, ring } = await project()
    const secret = 'a secret that another system has, too'
    const { id } = await store.createSigningKey(ref, { algorithm: 'HS256', privateKey: secret })
    expect(await store.revealSigningKey(ref, id)).toBe(secret)
    await store.rotateSigningKey(ref, id)
    const token = ring().sign({ sub: 'ada' })
    expect(verifyJwt(token, secret, clock.now()).state).toBe('valid')
    await store.createSigningKey(ref, { algorithm: 'RS256' })
    expect(state(ring, token)).toBe('valid')
  })

  it('on standby can be revoked without being used', async () => {
    const { ref, store, ring } = await project()
    const { id } = await store.createSigningKey(ref, { algorithm: 'ES256' })
    await store.revokeSigningKey(ref, id)
    expect(ring().jwks).toEqual([])
    expect(await statesOf(store, ref)).toEqual(['in_use', 'revoked'])
    await store.createSigningKey(ref, { algorithm: 'ES256' })
  })

  it('rejects events that its state does not allow, without any change', async () => {
    const { ref, store } = await project()
    const { id: inUse } = (await store.list(ref)).signingKeys[0] ?? { id: '' }
    const refused = refusal('signing_key_state')
    await expect(store.revokeSigningKey(ref, inUse)).rejects.toMatchObject(refused)
    await expect(store.removeSigningKey(ref, inUse)).rejects.toMatchObject(refused)
    await expect(store.rotateSigningKey(ref, inUse)).rejects.toMatchObject(refused)
    const { id } = await store.createSigningKey(ref, { algorithm: 'ES256' })
    await expect(store.removeSigningKey(ref, id)).rejects.toMatchObject(refused)
    await expect(store.createSigningKey(ref, { algorithm: 'HS256' })).rejects.toMatchObject(
      refusal('standby_key_exists'),
    )
    expect(await statesOf(store, ref)).toEqual(['in_use', 'standby'])
  })

  it('of another project is not found', async () => {
    const [mine, other] = [await project(), await project()]
    const { id } = await other.store.createSigningKey(other.ref, { algorithm: 'ES256' })
    const unknown = refusal('signing_key_not_found', 404)
    for (const ask of ['rotateSigningKey', 'revokeSigningKey', 'removeSigningKey'] as const)
      await expect(mine.store[ask](mine.ref, id)).rejects.toMatchObject(unknown)
    await expect(mine.store.revealSigningKey(mine.ref, id)).rejects.toMatchObject(unknown)
    expect(await statesOf(other.store, other.ref)).toEqual(['in_use', 'standby'])
  })

  it('cannot be imported twice', async () => {
    const { ref, store, keys } = await project()
    await expect(
      store.createSigningKey(ref, { algorithm: 'HS256', privateKey: keys.jwtSecret }),
    ).rejects.toMatchObject(refusal('signing_key_known'))
  })

  it('is put in use only once by concurrent calls', async () => {
    const { ref, store } = await project()
    const { id } = await store.createSigningKey(ref, { algorithm: 'ES256' })
    const asked = [1, 2, 3, 4].map(() => store.rotateSigningKey(ref, id))
    const answers = await Promise.allSettled(asked)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await statesOf(store, ref)).toEqual(['previously_used', 'in_use'])
  })
})

describe('the cached key ring', () => {
  it('is the newest, regardless of the order in which reads and changes finish', async () => {
    const { ref, store, ring } = await project()
    for (let round = 0; round < 5; round += 1) {
      const [key] = await Promise.all([
        store.createApiKey(ref, { kind: 'secret', name: `round_${round}`, description: '' }),
        store.open(ref),
        store.open(ref),
      ])
      expect(ring().findOpaqueKey(key.value)?.id).toBe(key.id)
      await Promise.all([store.open(ref), store.deleteApiKey(ref, key.id), store.open(ref)])
      expect(ring().findOpaqueKey(key.value)).toBeUndefined()
    }
  })
})

describe('a server killed between the two steps of a rotation', () => {
  it('leaves the former key in use, and the rotation can be repeated', async () => {
    const { ref, store } = await project()
    const { id } = await store.createSigningKey(ref, { algorithm: 'ES256' })
    // The second step waits for an advisory lock that this test has taken.
    const gate = await control.database.connect('supabase_admin', 'gate')
    await gate.query('select pg_advisory_lock(4711)')
    await session().run(
      rawSql(`
        create function fleet.wait_at_gate() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4711); return new; end $$`),
    )
    await session().run(
      rawSql(`
        create trigger gate before update on fleet.signing_keys for each row
        when (new.state = 'in_use') execute function fleet.wait_at_gate()`),
    )
    const { connection, installationKey } = control
    const victim = fork(new URL('../../../test/key-rotator.ts', import.meta.url), [
      JSON.stringify({ connection, installationKey: installationKey.toString('base64'), ref, id }),
    ])
    const Waiting = z.object({ pid: z.int() })
    const waiting = () =>
      session().maybe(
        rawSql(`select pid from pg_locks where locktype = 'advisory' and not granted`),
        Waiting,
      )
    while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 10))
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    await gate.query('select pg_advisory_unlock(4711)')
    while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 10))
    await gate.end()
    await session().run(rawSql('drop function fleet.wait_at_gate cascade'))

    const after = await statesOf(store, ref)
    expect(after).toEqual(['in_use', 'standby'])
    await store.rotateSigningKey(ref, id)
    expect(await statesOf(store, ref)).toEqual(['previously_used', 'in_use'])
  })
})
