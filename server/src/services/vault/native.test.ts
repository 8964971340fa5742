import { mountRoutes } from '../../lib/http.ts'
import { readFile } from 'node:fs/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { VaultKey, VaultSecret } from '@stoa/contract/services/vault/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { AppError } from '../../lib/errors.ts'
import { createVault } from './index.ts'

const EXTENSION = new URL(
  '../../../test/native-extensions/supabase_vault--0.3.1.sql',
  import.meta.url,
)

let test: TestProject
let app: FastifyInstance

beforeAll(async () => {
  test = await createTestProject()
  // The tables of supabase_vault, with the rights and the trigger that a switch to it adds.
  const adopt = await readFile(new URL('native/adopt.sql', import.meta.url), 'utf8')
  await test.run(
    `alter schema vault rename to stoa_parked_vault; create schema vault;
    create role pgsodium_keyiduser nologin;
    ${await readFile(EXTENSION, 'utf8')} ${adopt.slice(adopt.indexOf('-- One value that cannot be decrypted'))}`,
    'supabase_admin',
  )
  app = Fastify()
  app.decorateRequest('project')
  app.addHook('onRequest', async (request) => {
    request.project = test.project
    request.recordAudit = async () => {}
  })
  app.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of createVault().memberDoors ?? []) mountRoutes(app, routes)
})
afterAll(async () => {
  await app.close()
  await test.stop()
})

const call = async (method: 'GET' | 'POST', path: string) => {
  const response = await app.inject({ method, url: `/platform/vault/${test.project.ref}${path}` })
  return { status: response.statusCode, body: response.json<unknown>() }
}

it('names each secret that the library of supabase_vault cannot decrypt', async () => {
  await test.run(`
    select vault.create_secret('value ' || n, 'secret ' || n) from generate_series(1, 9) as n`)
  await test.run(
    `alter table vault.secrets disable trigger stoa_is_readable;
    update vault.secrets set secret = vault._crypto_encrypt('x', gen_random_uuid())
    where name in ('secret 3', 'secret 8')`,
    'supabase_admin',
  )
  const secrets = z.array(VaultSecret).parse((await call('GET', '/secrets')).body)
  const lost = secrets.filter((secret) => !secret.is_readable)
  expect(secrets).toHaveLength(9)
  expect(lost.map(({ name }) => name)).toEqual(['secret 3', 'secret 8'])
  expect(VaultKey.parse((await call('GET', '/key')).body)).toMatchObject({
    secrets: 9,
    unreadable_secrets: 2,
  })
  expect(await call('POST', `/secrets/${lost[0]?.id}/reveal`)).toEqual({
    status: 409,
    body: { code: 'vault_key_lost' },
  })
  await test.run('alter table vault.secrets enable trigger stoa_is_readable', 'supabase_admin')
  await test.run(`delete from vault.secrets where name in ('secret 3', 'secret 8')`)
})

it('refuses an empty value, which would hide every secret', async () => {
  const empty = { code: '22023', message: expect.stringContaining('supabase_vault') }
  await expect(
    test.run(`select vault.update_secret(id, '') from vault.secrets where name = 'secret 1'`),
  ).rejects.toMatchObject(empty)
  await expect(test.run(`select vault.create_secret('', 'empty')`)).rejects.toMatchObject(empty)
  await test.run(
    `select vault.update_secret(id, 'other') from vault.secrets where name = 'secret 1'`,
  )
  const { rows } = await test.database
    .connect('postgres', 'test')
    .then((client) =>
      client
        .query(`select decrypted_secret from vault.decrypted_secrets where name = 'secret 1'`)
        .finally(() => client.end()),
    )
  expect(rows).toEqual([{ decrypted_secret: 'other' }])
})
