import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestControlPlane, type TestControlPlane } from '../../test/control-plane.ts'
import { signInAs } from './connections/role-passwords.ts'
import { migrate, type MigrationOptions } from './migrations.ts'
import { rawSql } from './sql.ts'

let control: TestControlPlane
let folder: string
let source: MigrationOptions

beforeAll(async () => {
  control = await createTestControlPlane()
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  source = { owner: 'probe', folder: pathToFileURL(`${folder}/`) }
})
afterAll(async () => {
  await control.stop()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFile(path.join(folder, name), text)

async function run(options: MigrationOptions): Promise<readonly string[]> {
  const client = await control.database.connect('supabase_admin', 'test')
  try {
    return await migrate(client, options)
  } finally {
    await client.end()
  }
}

const count = async (table: string) => {
  const statement = rawSql(`select count(*)::int as n from ${table}`)
  return (await control.database.as('supabase_admin').one(statement, z.object({ n: z.int() }))).n
}

describe('migrations', () => {
  it('run in order and once each, even if two servers start at the same time', async () => {
    await write('0001-table.sql', 'create table public.probe (n int)')
    await write('0002-row.sql', 'insert into public.probe values (1)')
    await write('notes.txt', 'no SQL')
    const applied = await Promise.all([run(source), run(source)])
    expect(applied.flat()).toEqual(['0001-table.sql', '0002-row.sql'])
    expect(await run(source)).toEqual([])
    expect(await count('public.probe')).toBe(1)
  })

  it('roll back a failing file, and continue with it after it is fixed', async () => {
    await write('0003-broken.sql', 'insert into public.probe values (2); select 1/0')
    await expect(run(source)).rejects.toMatchObject({ code: 'migration_failed' })
    expect(await count('public.probe')).toBe(1)
    await write('0003-broken.sql', 'insert into public.probe values (2)')
    expect(await run(source)).toEqual(['0003-broken.sql'])
    expect(await count('public.probe')).toBe(2)
  })

  it('run in a session of their role, except those that the superuser has to run', async () => {
    const own = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
    const note = (name: string) =>
      `create table probes.${name} as select session_user::text as login, current_user::text as role`
    const files = {
      '0001-role.sql': `create role supabase_probe_admin nologin;
        create schema probes authorization supabase_probe_admin; ${note('first')}`,
      '0002-own.sql': note('second'),
      '0003-rights.sql': note('third'),
      '0004-own.sql': `set local role supabase_probe_admin; ${note('fourth')}; reset role`,
    }
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(own, name), text)
    const client = await control.database.connect('supabase_admin', 'test')
    const { endpoint } = control.connection
    await migrate(
      client,
      {
        owner: 'probes',
        folder: pathToFileURL(`${own}/`),
        role: 'supabase_probe_admin',
        bySuperuser: ['0001-role.sql', '0003-rights.sql'],
      },
      (user) => signInAs(client, endpoint, { user, password: 'probe' }),
    )
    const { rows } = await client.query(`
      select login, role from probes.first union all select * from probes.second
      union all select * from probes.third union all select * from probes.fourth`)
    const [superuser, role] = ['supabase_admin', 'supabase_probe_admin'].map((name) => ({
      login: name,
      role: name,
    }))
    expect(rows).toEqual([superuser, role, superuser, role])
    // The role no longer has the right to record migrations.
    const rights = await client.query(
      `select has_table_privilege('supabase_probe_admin', 'stoa.migrations', 'insert') as has`,
    )
    expect(rights.rows).toEqual([{ has: false }])
    await client.end()
    await rm(own, { recursive: true, force: true })
  })
})
