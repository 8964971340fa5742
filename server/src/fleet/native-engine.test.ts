import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { createTestFleet, type TestFleet } from '../../test/fleet.ts'
import { createNativeEngine } from '../../test/native-engine.ts'
import { createTestMachine } from '../../test/project.ts'
import { rawSql } from '../postgres/sql.ts'
import type { Service } from '../project/service.ts'

const vault = new URL('../services/vault/', import.meta.url)
const servicesWith = (migrations: URL, folder = new URL('native/', vault)): readonly Service[] => [
  {
    name: 'vault',
    title: 'Vault',
    database: {
      roles: ['supabase_vault_admin', 'postgres'],
      migrations: { owner: 'vault', folder: migrations },
      nativeExtension: {
        name: 'supabase_vault',
        oldest: [0, 3],
        folder,
        moves: ['vault.secrets', 'vault.stoa_key_in_use'],
      },
    },
  },
]
const services = servicesWith(new URL('migrations/', vault))

let control: TestControlPlane
let native: Awaited<ReturnType<typeof createNativeEngine>>
let test: TestFleet

beforeAll(async () => {
  control = await createTestControlPlane()
  const machine = await createTestMachine()
  native = await createNativeEngine(machine)
  machine.watchdog.release()
})
afterAll(async () => {
  await test.stop()
  await control.stop()
  await native.remove()
})

async function secrets(ref: string) {
  const { project, release } = await test.fleet.acquire(ref)
  const Secret = z.object({ value: z.string(), is_native: z.boolean() })
  return project.database
    .as('postgres')
    .many(
      rawSql(`select decrypted_secret as value,
        to_regclass('vault.stoa_key_in_use') is null as is_native from vault.decrypted_secrets`),
      Secret,
    )
    .finally(release)
}

it('moves a project to the extensions of another engine at its next start, and back', async () => {
  test = await createTestFleet(control, { services })
  const ref = await test.createProject()
  const { project, release } = await test.fleet.acquire(ref)
  await project.database
    .as('postgres')
    .run(rawSql(`select vault.create_secret('the value', 'one')`))
  release()
  await test.stop()

  test = await createTestFleet(control, { services, engine: native.engine })
  expect(await secrets(ref)).toEqual([{ value: 'the value', is_native: true }])
  await test.stop()

  // A migration of the stand-in runs on the stand-in.
  const newer = new URL(`file://${await mkdtemp(path.join(os.tmpdir(), 'stoa-'))}/`)
  await cp(new URL('migrations/', vault), newer, { recursive: true })
  await writeFile(
    new URL('0099-newer.sql', newer),
    'alter table vault.stoa_key_in_use add column newer text',
  )
  test = await createTestFleet(control, { services: servicesWith(newer), engine: native.engine })
  expect(await secrets(ref)).toEqual([{ value: 'the value', is_native: true }])
  expect(test.fleet.faultOf(ref, 'vault')).toBeUndefined()
  await test.stop()

  // After a failed switch, the database does not count as prepared for any engine.
  const asOwner = async (statement: string) => {
    const { project, release } = await test.fleet.acquire(ref)
    await project.database.as('postgres').run(rawSql(statement)).finally(release)
  }
  const releases = () =>
    control.database
      .as('supabase_admin')
      .many(
        rawSql('select release from fleet.instances'),
        z.object({ release: z.string().nullable() }),
      )
  test = await createTestFleet(control, { services: servicesWith(newer), engine: native.engine })
  await asOwner('create view public.mine as select id from vault.secrets')
  await test.stop()
  test = await createTestFleet(control, { services: servicesWith(newer) })
  await asOwner('drop view public.mine')
  expect(await releases()).toEqual([{ release: null }])
  await test.stop()

  test = await createTestFleet(control, { services: servicesWith(newer) })
  expect(await secrets(ref)).toEqual([{ value: 'the value', is_native: false }])
  await rm(newer, { recursive: true })
})

it('names the extension that stored what this engine cannot read', async () => {
  await test.stop()
  const folder = new URL(`file://${await mkdtemp(path.join(os.tmpdir(), 'stoa-'))}/`)
  await cp(new URL('native/', vault), folder, { recursive: true })
  // Postgres's error for a library that is not installed.
  await writeFile(
    new URL('release.sql', folder),
    `do $$ begin raise exception using errcode = 'undefined_file'; end $$`,
  )
  const lacking = servicesWith(new URL('migrations/', vault), folder)
  test = await createTestFleet(control, { services: lacking, engine: native.engine })
  const ref = await test.createProject()
  ;(await test.fleet.acquire(ref)).release()
  await test.stop()
  test = await createTestFleet(control, { services: lacking })
  ;(await test.fleet.acquire(ref)).release()
  expect(test.fleet.faultOf(ref, 'vault')).toMatchObject({
    code: 'service_unavailable',
    message: expect.stringContaining('stored with the extension supabase_vault'),
    hint: expect.stringContaining('STOA_POSTGRES_BIN'),
  })
  await rm(folder, { recursive: true })
})
