import type { ProjectBackups } from '@stoa/contract/platform/backups'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askPlatform } from '../support/platform-api.ts'
import { inDatabase } from '../support/project.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Undoable')
})
afterAll(() => discard(server))

const path = () => `/projects/${project.ref}`
const statusOf = async () => (await askPlatform<{ status: string }>(server, 'GET', path())).status
const backupsOf = () => askPlatform<ProjectBackups>(server, 'GET', `${path()}/backups`)
const send = (action: string, body?: object) => askPlatform(server, 'POST', path() + action, body)
const becomes = (status: string) =>
  expect.poll(statusOf, { timeout: 50_000, interval: 200 }).toBe(status)

/** The bodies of all notes as a client of the project reads them, or the code of the refusal. */
async function notes(): Promise<unknown> {
  const db = createClient(project.api_url, project.service_role_key)
  const { data, error } = await db.from('note').select('body').order('id')
  return error ? error.code : data.map(({ body }) => body)
}

async function write(body: string): Promise<void> {
  const db = createClient(project.api_url, project.service_role_key)
  const { error } = await db.from('note').insert({ body })
  expect(error).toBeNull()
}

it('brings a dropped table back as it was a second before, and undoes that', async () => {
  await inDatabase(project, (database) =>
    database.query(`
      create table note (id bigint generated always as identity primary key, body text);
      grant all on note to service_role`),
  )
  await expect.poll(notes).toEqual([])
  await write('before the backup')
  await send('/backups', { name: 'First' })
  await expect
    .poll(async () => (await backupsOf()).backups, { timeout: 50_000 })
    .toMatchObject([{ name: 'First', status: 'complete' }])
  await write('after the backup')

  const second = await inDatabase(project, async (database) => {
    const { rows } = await database.query<{ at: Date }>(
      `select date_trunc('second', clock_timestamp()) + interval '1 second' as at`,
    )
    await database.query(`select pg_sleep(2)`)
    await database.query('drop table note')
    await database.query('create table written_later ()')
    return rows[0]?.at.toISOString() ?? ''
  })
  // A project that stops has all of its changes in the store.
  await send('/pause')
  await becomes('INACTIVE')
  await expect
    .poll(async () => (await backupsOf()).reach.some(({ until }) => until >= second))
    .toBe(true)

  await send('/backups/restore', { target: { kind: 'time', at: second } })
  await becomes('ACTIVE_HEALTHY')
  await expect.poll(notes).toEqual(['before the backup', 'after the backup'])
  const { kept_state: kept } = await backupsOf()
  expect(kept).toMatchObject({ target: { kind: 'time', at: second } })
  await write('after the restore')

  await send('/backups/restore/undo')
  await becomes('ACTIVE_HEALTHY')
  await expect.poll(notes).toBe('PGRST205')
  const later = await inDatabase(project, (database) =>
    database.query(`select to_regclass('written_later') is not null as exists`),
  )
  expect(later.rows).toEqual([{ exists: true }])
  expect((await backupsOf()).kept_state).toBeNull()
}, 180_000)

it('creates another project with the data of a backup, and keys of its own', async () => {
  const { backups } = await backupsOf()
  const backup = backups.find(({ name }) => name === 'First')
  const created = await askPlatform<{ ref: string }>(
    server,
    'POST',
    `${path()}/backups/restore-to-new-project`,
    {
      target: { kind: 'backup', id: backup?.id },
      name: 'Second',
      db_pass: 'gusty-Walrus-40-orbits-plinth',
    },
  )
  project = { ...project, ref: created.ref }
  await becomes('ACTIVE_HEALTHY')
  const keys = await askPlatform<{ service_role_key: string }>(
    server,
    'POST',
    `${path()}/api-keys/reveal`,
  )
  const { endpoints } = await askPlatform<{ endpoints: { api_url: string } }>(server, 'GET', path())
  const former = project.service_role_key
  project = { ...project, api_url: endpoints.api_url, service_role_key: keys.service_role_key }
  await expect.poll(notes).toEqual(['before the backup'])
  project = { ...project, service_role_key: former }
  expect(await notes()).not.toEqual(['before the backup'])
}, 120_000)
