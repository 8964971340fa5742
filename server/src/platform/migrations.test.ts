import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createTestControlPlane } from '../../test/control-plane.ts'
import { migrate } from '../postgres/migrations.ts'
import { platformMigrations } from './index.ts'

it('remove accounts of earlier releases once somebody verifies their address, except operators’', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-migrations-'))
  await cp(platformMigrations.folder, folder, {
    recursive: true,
    filter: (file) => !file.endsWith('0006-proofs.sql'),
  })
  const test = await createTestControlPlane({
    migrations: [{ owner: 'platform', folder: pathToFileURL(`${folder}/`) }],
  })
  try {
    const [operator, member, waiting] = [randomUUID(), randomUUID(), randomUUID()]
    const client = await test.database.connect('supabase_admin', 'test')
    try {
      await client.query(
        `insert into auth.users (id, email, email_confirmed_at) values
          ($1, 'operator@example.com', now()), ($2, 'member@example.com', now()),
          ($3, 'waiting@example.com', null)`,
        [operator, member, waiting],
      )
      await client.query(
        `insert into platform.profiles (user_id, primary_email, is_operator) values
          ($1, 'operator@example.com', true), ($2, 'member@example.com', false)`,
        [operator, member],
      )
      expect(await migrate(client, platformMigrations)).toEqual(['0006-proofs.sql'])
      const { rows } = await client.query('select user_id from auth.unproved_emails')
      expect(rows).toEqual([{ user_id: member }])
    } finally {
      await client.end()
    }
  } finally {
    await test.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
