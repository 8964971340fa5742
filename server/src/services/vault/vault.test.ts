import { mountRoutes } from '../../lib/http.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReplacedSecret } from '@stoa/contract/services/vault/secrets'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { AppError } from '../../lib/errors.ts'
import { rawSql, sql } from '../../postgres/sql.ts'
import type { MemberAction } from '../../project/service.ts'
import { createVault } from './index.ts'

let test: TestProject
let app: FastifyInstance
const audited: MemberAction[] = []
beforeAll(async () => {
  test = await createTestProject()
  app = Fastify()
  app.decorateRequest('project')
  app.addHook('onRequest', async (request) => {
    request.project = test.project
    request.recordAudit = async (action) => void audited.push(action)
  })
  app.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of createVault().memberDoors ?? []) mountRoutes(app, routes)
})
afterAll(() => test.stop())

const Value = z.object({ value: z.string().nullable() })
const as = (role: 'postgres' | 'supabase_admin') => test.database.as(role)
const valueOf = (name: string) =>
  as('postgres').maybe(
    sql`select decrypted_secret as value from vault.decrypted_secrets where name = ${name}`,
    Value,
  )

async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const url = `/platform/vault/${test.project.ref}/secrets${path}`
  const response = await app.inject({ method, url, ...(body && { payload: body }) })
  return { status: response.statusCode, body: response.json<Record<string, string>>() }
}

describe('the vault in SQL', () => {
  it('creates, decrypts, changes and deletes secrets', async () => {
    const { value: id } = await as('postgres').one(
      sql`select vault.create_secret('s3kr3t', 'first', 'A note')::text as value`,
      Value,
    )
    expect(await valueOf('first')).toEqual({ value: 's3kr3t' })
    await as('postgres').run(sql`select vault.update_secret(${id}::uuid, 'other', 'renamed')`)
    expect(await valueOf('renamed')).toEqual({ value: 'other' })
    await as('postgres').run(sql`delete from vault.secrets where id = ${id}::uuid`)
    expect(await valueOf('renamed')).toBeUndefined()
  })

  it('keeps long values and multibyte characters', async () => {
    const long = 'é😀\n'.repeat(20_000)
    await as('postgres').run(sql`select vault.create_secret(${long}, 'long')`)
    expect(await valueOf('long')).toEqual({ value: long })
  })

  it('stores no value in plain text, and the same value differently each time', async () => {
    await as('postgres').run(
      sql`select vault.create_secret('plainly visible', n) from unnest(array['a', 'b']) as n`,
    )
    const rows = await as('supabase_admin').many(
      sql`select secret as value from vault.secrets where name in ('a', 'b')`,
      Value,
    )
    expect(new Set(rows.map(({ value }) => value)).size).toBe(2)
    for (const { value } of rows)
      expect(Buffer.from(value ?? '', 'base64').toString('latin1')).not.toContain('visible')
  })

  it('reports that a value was encrypted with another key', async () => {
    await as('postgres').run(sql`select vault.create_secret('one', 'one')`)
    await as('postgres').run(sql`select vault.create_secret('two', 'two')`)
    await test.run(
      `update vault.secrets as one set secret = two.secret from vault.secrets as two
       where one.name = 'one' and two.name = 'two'`,
      'supabase_admin',
    )
    await expect(valueOf('one')).rejects.toMatchObject({
      code: 'VLT01',
      message: expect.stringContaining('was encrypted with another key'),
    })
    expect(await valueOf('two')).toEqual({ value: 'two' })
    const { body } = await call('GET', '?search=one')
    const [found] = z.array(z.object({ id: z.string() })).parse(body)
    const id = found?.id ?? ''
    expect(await call('POST', `/${id}/reveal`)).toMatchObject({
      status: 409,
      body: { code: 'vault_key_lost' },
    })
    await as('postgres').run(sql`delete from vault.secrets where id = ${id}::uuid`)
  })

  it.each([
    ['the key', 'select vault.stoa_key(gen_random_uuid(), gen_random_uuid())'],
    ['the file of the key', "select pg_read_file('stoa.key')"],
    ['the keys', 'select * from vault.stoa_keys()'],
    ['rotation', 'select vault.stoa_rotate(gen_random_uuid())'],
    ['the key in use', 'update vault.stoa_key_in_use set id = null'],
    ['encryption', "select vault.stoa_encrypt('a', gen_random_uuid(), gen_random_uuid())"],
    ['the table’s values', "update vault.secrets set secret = 'x'"],
    ['the functions', 'drop function vault.stoa_decrypt(text, uuid, uuid)'],
    ['the schema', 'create function vault.stoa_more() returns int language sql as $$ select 1 $$'],
  ])('keeps %s from the owner of the project', async (_what, text) => {
    await expect(as('postgres').run(rawSql(text))).rejects.toMatchObject({ code: '42501' })
  })

  it.each(['anon', 'authenticated'])('denies access to %s', async (role) => {
    const context = { role, settings: {}, isReadOnly: false }
    for (const text of ['select * from vault.decrypted_secrets', "select vault.create_secret('a')"])
      await expect(test.database.asCaller(context, { text, values: [] })).rejects.toMatchObject({
        code: '42501',
      })
  })
})

describe('the member routes of the vault', () => {
  it('lists without values, reveals, changes and deletes, and records the member', async () => {
    audited.length = 0
    const given = { name: 'stripe_key', description: 'For webhooks', value: 'sk_1' }
    const created = await call('POST', '', given)
    const { id = '' } = created.body
    const listed = await call('GET', '?search=WEBHOOKS')
    expect(listed.body).toEqual([
      {
        id,
        name: 'stripe_key',
        description: 'For webhooks',
        is_readable: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect((await call('POST', `/${id}/reveal`)).body).toEqual({ value: 'sk_1' })
    const [replaces] = z.array(ReplacedSecret).parse(listed.body)
    await call('PATCH', `/${id}`, { description: '', value: 'sk_2', replaces })
    expect(await call('PATCH', `/${id}`, { value: 'sk_3', replaces })).toMatchObject({
      status: 409,
      body: { code: 'definition_changed' },
    })
    expect((await call('POST', `/${id}/reveal`)).body).toEqual({ value: 'sk_2' })
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    const target = 'stripe_key'
    expect(audited).toEqual([
      { action: 'vault_secret.create', target },
      { action: 'vault_secret.reveal', target },
      { action: 'vault_secret.update', target, metadata: { changed: 'description, value' } },
      { action: 'vault_secret.reveal', target },
      { action: 'vault_secret.delete', target },
    ])
    expect(JSON.stringify(audited)).not.toContain('sk_')
  })

  it('refuses a name that is taken, and a missing secret', async () => {
    const given = { name: 'taken', description: '', value: 'a' }
    await call('POST', '', given)
    const other = await call('POST', '', { ...given, name: 'free' })
    expect(await call('POST', '', given)).toMatchObject({
      status: 409,
      body: { code: 'vault_name_taken' },
    })
    expect(await call('PATCH', `/${other.body['id']}`, { name: 'taken' })).toMatchObject({
      status: 409,
      body: { code: 'vault_name_taken' },
    })
    const missing = '/00000000-0000-4000-8000-000000000000'
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(await call(method, missing, method === 'PATCH' ? {} : undefined)).toMatchObject({
        status: 404,
        body: { code: 'vault_secret_not_found' },
      })
  })

  it('treats the characters of patterns literally in a search', async () => {
    await call('POST', '', { name: '100%_\\', description: '', value: 'a' })
    for (const search of ['%_', '\\', '100%25']) {
      const { body } = await call(
        'GET',
        `?search=${search === '100%25' ? search : encodeURIComponent(search)}`,
      )
      expect(body).toMatchObject([{ name: '100%_\\' }])
    }
  })
})
