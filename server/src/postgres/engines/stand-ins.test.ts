import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { rawSql } from '../sql.ts'
import { writeControlFiles } from './stand-ins.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

it.each([
  'create extension pg_cron with schema pg_catalog',
  'create extension if not exists pg_net with schema extensions',
  'create extension if not exists "pg_net" schema "extensions"',
  'create extension pgmq',
  'create extension if not exists "supabase_vault" with schema "vault"',
  'create extension if not exists "pg_graphql" with schema "graphql"',
])('the owner runs %s, which creates nothing', async (statement) => {
  const owner = test.database.as('postgres')
  const count = rawSql(`
    select (select count(*)::int from pg_proc) as functions,
      (select count(*)::int from pg_class) as relations`)
  const Counts = z.object({ functions: z.number(), relations: z.number() })
  const before = await owner.one(count, Counts)
  await owner.run(rawSql(statement))
  expect(await owner.one(count, Counts)).toEqual(before)
  const name = /\b(?:pg_\w+|pgmq|supabase_vault)/.exec(statement)?.[0] ?? ''
  await owner.run(rawSql(`drop extension ${name}`))
})

it('leaves the functions of a schema when its stand-in is dropped', async () => {
  const owner = test.database.as('postgres')
  await owner.run(rawSql('create extension pg_cron'))
  await owner.run(rawSql('drop extension pg_cron cascade'))
  const schedule = rawSql(`select cron.schedule('kept', '@daily', 'select 1')::text as id`)
  const { id } = await owner.one(schedule, z.object({ id: z.string() }))
  expect(id).toMatch(/^\d+$/)
})

it.each(['plperl', 'pltcl', 'bool_plperl', 'jsonb_plperl'])(
  'the owner cannot create the extension %s',
  async (name) => {
    const creating = test.run(`create extension ${name} cascade`)
    await expect(creating).rejects.toMatchObject({ code: '42501' })
  },
)

it('refuses a left-out language to the superuser too, with a reason', async () => {
  const creating = test.run('create extension pltcl', 'supabase_admin')
  await expect(creating).rejects.toThrow('The extension pltcl is not available')
})

it('shows the owner no trusted language but PL/pgSQL', async () => {
  const trusted = rawSql(`
    select v.name from pg_available_extension_versions as v
    join pg_available_extensions as e on e.name = v.name and e.default_version = v.version
    where v.trusted and v.name ~ '^pl'`)
  const Named = z.object({ name: z.string() })
  expect(await test.database.as('postgres').many(trusted, Named)).toEqual([{ name: 'plpgsql' }])
})

describe('the files of extensions', () => {
  const standIns = [{ name: 'pg_net', version: '0.1', comment: 'for tests' }]
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('are written once, where clusters can read them', async () => {
    const control = await writeControlFiles(folder, { standIns, wanted: [] }, [])
    const target = /^(.+):\$system$/.exec(control)?.[1] ?? ''
    expect(path.dirname(target)).toBe(folder)
    const names = await readdir(path.join(target, 'extension'))
    expect(names.filter((name) => name.endsWith('.control')).toSorted()).toEqual([
      'bool_plperl.control',
      'jsonb_plperl.control',
      'pg_net.control',
      'plperl.control',
      'pltcl.control',
    ])
    for (const name of ['', 'extension', 'extension/pg_net.control'])
      expect((await stat(path.join(target, name))).mode & 0o022).toBe(0)
    const many = await Promise.all(
      Array.from({ length: 4 }, () => writeControlFiles(folder, { standIns, wanted: [] }, [])),
    )
    expect(new Set([control, ...many]).size).toBe(1)
    expect(await readdir(folder)).toEqual([path.basename(target)])
  })

  it('leave out stand-ins of extensions that the engine has', async () => {
    const has = [{ name: 'pg_net', oldest: [0, 1] as const }]
    const control = await writeControlFiles(folder, { standIns, wanted: has }, has)
    const names = await readdir(path.join(control.replace(/:.*/, ''), 'extension'))
    expect(names).not.toContain('pg_net.control')
  })

  it('are left out where a colon in the path would separate folders', async () => {
    expect(await writeControlFiles('/tmp/a:b', { standIns, wanted: [] }, [])).toBe('$system')
  })

  it('end the start of the server where they cannot be written', async () => {
    await writeFile(path.join(folder, 'file'), '')
    const writing = writeControlFiles(path.join(folder, 'file'), { standIns, wanted: [] }, [])
    await expect(writing).rejects.toMatchObject({ code: 'data_folder_unusable' })
  })
})
