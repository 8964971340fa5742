import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestProject,
  TEST_SUPERUSER_PASSWORD,
  type TestProject,
} from '../../../test/project.ts'
import { ensureClusterKey } from '../../postgres/clusters/key.ts'
import { connectClient } from '../../postgres/connections/connect.ts'
import { findUnprivilegedAccount } from '../../postgres/engines/account.ts'
import { sql } from '../../postgres/sql.ts'
import { readKey, rotateKey, settleKeys } from './key.ts'
import { listSecrets, revealSecret, updateSecret } from './secrets.ts'

let test: TestProject
let file: string
beforeAll(async () => {
  test = await createTestProject()
  file = path.join(test.dataDir, 'stoa.key')
})
afterAll(() => test.stop())
beforeEach(() => test.run('delete from vault.secrets'))

const owner = () => test.database.as('postgres')
const create = (name: string) => owner().run(sql`select vault.create_secret(${name}, ${name})`)
const ids = async () => (await test.project.clusterKeys?.ids()) ?? []
const encryptWith = (key: string) =>
  test.database.as('supabase_vault_admin').run(sql`select vault.stoa_rotate(${key}::uuid)`)

async function values() {
  const Row = z.object({ name: z.string(), value: z.string() })
  const rows = await owner().many(
    sql`select name, decrypted_secret as value from vault.decrypted_secrets order by name`,
    Row,
  )
  return rows.map(({ name, value }) => `${name}=${value}`)
}

describe('rotating the key of the vault', () => {
  it('encrypts every secret again, keeps its id and dates, and removes the old key', async () => {
    await create('a')
    await create('b')
    const before = await listSecrets(test.project)
    const old = await readFile(file, 'utf8')
    const key = await rotateKey(test.project)
    expect(key).toEqual({
      id: expect.any(String),
      rotated_at: expect.any(String),
      secrets: 2,
      unreadable_secrets: 0,
    })
    expect(await ids()).toEqual([key.id])
    expect(await readFile(file, 'utf8')).not.toContain(old)
    await create('c')
    expect(await values()).toEqual(['a=a', 'b=b', 'c=c'])
    expect((await listSecrets(test.project)).slice(0, 2)).toEqual(before)
  })

  it.each([
    ['before the database uses the new key', false],
    ['after it uses the new key', true],
  ])('keeps every secret when it stops %s', async (_when, isCommitted) => {
    await create('a')
    const [old] = await ids()
    const added = (await test.project.clusterKeys?.add()) ?? ''
    if (isCommitted) await encryptWith(added)
    await create('b')
    expect(await values()).toEqual(['a=a', 'b=b'])
    await settleKeys(test.project)
    expect(await ids()).toEqual([isCommitted ? added : old])
    expect(await values()).toEqual(['a=a', 'b=b'])
    await rotateKey(test.project)
    expect(await values()).toEqual(['a=a', 'b=b'])
  })

  it('waits for a transaction that creates a secret, which the new key then decrypts', async () => {
    const client = await test.database.connect('postgres', 'test')
    await client.query(`begin; select vault.create_secret('late', 'late')`)
    const rotated = rotateKey(test.project)
    await expect(rotateKey(test.project)).rejects.toMatchObject({ code: 'vault_rotation_running' })
    await client.query('commit')
    expect(await rotated).toMatchObject({ secrets: 1, unreadable_secrets: 0 })
    expect(await values()).toEqual(['late=late'])

    await client.query(`begin isolation level repeatable read; select 1`)
    await rotateKey(test.project)
    await expect(client.query(`select vault.create_secret('older')`)).rejects.toMatchObject({
      code: '40001',
    })
    await client.end()
  })

  it('refuses a key that is not in the file', async () => {
    await expect(encryptWith('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      message: expect.stringContaining('not in the file'),
    })
  })
})

describe('a vault whose key was lost', () => {
  it('names each secret that it cannot decrypt, and decrypts those that get a new value', async () => {
    await create('a')
    await create('b')
    await rm(file)
    expect(await readKey(test.project)).toMatchObject({ id: null, unreadable_secrets: 2 })
    await expect(create('c')).rejects.toMatchObject({ code: 'VLT02' })
    await expect(values()).rejects.toMatchObject({ code: 'VLT01' })

    // The next start does the same.
    await ensureClusterKey(test.dataDir, await findUnprivilegedAccount())
    const secrets = await listSecrets(test.project)
    expect(secrets.map(({ is_readable }) => is_readable)).toEqual([false, false])
    const [a, b] = secrets.map(({ id }) => id)
    await expect(revealSecret(test.project, a ?? '')).rejects.toMatchObject({
      code: 'vault_key_lost',
    })
    await updateSecret(test.project, a ?? '', { value: 'again' })
    expect(await rotateKey(test.project)).toMatchObject({ secrets: 2, unreadable_secrets: 1 })
    expect(await revealSecret(test.project, a ?? '')).toMatchObject({ value: 'again' })
    await expect(revealSecret(test.project, b ?? '')).rejects.toMatchObject({
      code: 'vault_key_lost',
    })
  })
})

it('keeps the secrets of a release without key ids', async () => {
  await test.run('create database older template template0', 'supabase_admin')
  const client = await connectClient(
    { host: test.socketDir, port: 5432, database: 'older', isUnproven: true },
    {
      user: 'supabase_admin',
      password: TEST_SUPERUSER_PASSWORD,
      applicationName: 'test',
      pipeline: false,
    },
  )
  const apply = async (name: string) => {
    const text = await readFile(new URL(`migrations/${name}`, import.meta.url), 'utf8')
    // Roles are shared by all databases.
    await client.query(`begin; ${text.replace(/^create role .*$/m, '')}; commit`)
  }
  await client.query('create schema extensions; create extension pgcrypto schema extensions')
  await client.query('grant usage on schema extensions to supabase_vault_admin')
  await apply('0001-vault.sql')
  await client.query(
    `select vault.create_secret('value', 'a', new_key_id => gen_random_uuid());
     select vault.create_secret('lost', 'b')`,
  )
  await client.query(`update vault.secrets set secret = 'bG9zdA==' where name = 'b'`)
  await apply('0002-key-rotation.sql')
  const found = await client.query(`select name, key_id::text from vault.secrets order by name`)
  expect(found.rows).toEqual([
    { name: 'a', key_id: (await ids())[0] },
    { name: 'b', key_id: null },
  ])
  const opened = await client.query(
    `select decrypted_secret as value from vault.decrypted_secrets where name = 'a'`,
  )
  expect(opened.rows).toEqual([{ value: 'value' }])
  await client.end()
})
