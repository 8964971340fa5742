import type { ProjectBackups } from '@stoa/contract/platform/backups'
import { createClient } from '@supabase/supabase-js'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatRecoveryKey } from '../../server/src/lib/recovery-key.ts'
import { createOwner, signIn } from '../support/account.ts'
import { askPlatform } from '../support/platform-api.ts'
import { inDatabase } from '../support/project.ts'
import {
  createProject,
  discard,
  portsOf,
  startServer,
  stoa,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

const OBJECT = 'It was uploaded before the machine was lost.'
const FUNCTION = 'Deno.serve(() => new Response("deployed before the machine was lost"))'

let server: StartedServer
let projects: readonly ProjectInfo[]
let kept: string
const store = () => path.join(kept, 'store')
const sheet = () => path.join(kept, 'sheet.txt')
const startWith = (env: Record<string, string> = {}) =>
  startServer({
    ...(server && { dataDir: server.dataDir }),
    env: { STOA_BACKUPS: store(), ...env },
  })

beforeAll(async () => {
  // It stands for the machine that is not lost.
  kept = await mkdtemp(path.join(os.tmpdir(), 'stoa-kept-'))
  server = await startWith()
  await createOwner(server)
  projects = [await createProject(server, 'First'), await createProject(server, 'Second')]
})
afterAll(async () => {
  await discard(server)
  await rm(kept, { recursive: true })
})

const clientOf = ({ api_url, service_role_key }: ProjectInfo) =>
  createClient(api_url, service_role_key)

async function notesOf(project: ProjectInfo): Promise<unknown> {
  const { data, error } = await clientOf(project).from('note').select('body').order('id')
  return error ? error.code : data.map(({ body }) => body)
}

async function write(project: ProjectInfo, body: string): Promise<void> {
  const { error } = await clientOf(project).from('note').insert({ body })
  expect(error).toBeNull()
}

async function storedFiles(): Promise<readonly string[]> {
  const entries = await readdir(store(), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(store(), path.join(entry.parentPath, entry.name)))
}

const inStore = (name: RegExp) =>
  expect
    .poll(async () => (await storedFiles()).some((file) => name.test(file)), { timeout: 150_000 })
    .toBe(true)

const statuses = async () =>
  Promise.all(
    projects.map(async ({ ref }) => {
      const { status } = await askPlatform<{ status: string }>(server, 'GET', `/projects/${ref}`)
      return status
    }),
  )

const controlWal = async () =>
  (await storedFiles()).filter((file) => /^control\/\w+\/wal\/[0-9A-F]{24}$/.test(file)).length

const recover = (from: string, file: string) =>
  stoa(server, 'recover', '--store', from, '--sheet', file)

/** Begins a recovery, and ends its process as soon as it has changed the data folder. */
async function recoverAndKill(): Promise<void> {
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'recover', store()], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, STOA_DATA_DIR: server.dataDir },
  })
  child.stdin.end(await readFile(path.join(kept, 'key'), 'utf8'))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await expect
    .poll(() => existsSync(path.join(server.dataDir, 'recovery.json')), { interval: 5 })
    .toBe(true)
  child.kill('SIGKILL')
  await gone
}

it('comes back on an empty data folder with nothing but its store and its sheet', async () => {
  const [first, second] = projects as [ProjectInfo, ProjectInfo]
  for (const project of projects) {
    await inDatabase(project, (database) =>
      database.query(`
        create table note (id bigint generated always as identity primary key, body text);
        grant all on note to service_role`),
    )
    await expect.poll(() => notesOf(project)).toEqual([])
    await write(project, 'before the backup')
    await askPlatform(server, 'POST', `/projects/${project.ref}/backups`, { name: 'First' })
  }
  const { storage } = clientOf(first)
  await storage.createBucket('papers')
  expect((await storage.from('papers').upload('letter.txt', OBJECT)).error).toBeNull()
  await mkdir(path.join(kept, 'hello'))
  await writeFile(path.join(kept, 'hello', 'index.ts'), FUNCTION)
  const deployed = await stoa(
    server,
    ...`function deploy --project ${first.ref} --name hello --entry`.split(' '),
    path.join(kept, 'hello'),
  )
  expect(deployed).toMatchObject({ code: 0 })
  const backupsOf = ({ ref }: ProjectInfo) =>
    askPlatform<ProjectBackups>(server, 'GET', `/projects/${ref}/backups`)
  for (const project of projects)
    await expect
      .poll(async () => (await backupsOf(project)).backups, { timeout: 60_000 })
      .toMatchObject([{ status: 'complete' }])
  await inStore(/^control\/\w+\/base\/[\w-]+\.description$/)

  const committed = Date.now()
  await write(first, 'after the backup')
  await askPlatform(server, 'PATCH', `/projects/${second.ref}`, {
    name: 'Renamed after the backup',
  })
  const before = await controlWal()
  await expect
    .poll(async () => Date.parse((await backupsOf(first)).reach.at(-1)?.until ?? ''), {
      timeout: 150_000,
    })
    .toBeGreaterThan(committed)
  await inStore(new RegExp(`^${first.ref}/files/lists/`))
  await expect
    .poll(async () => (await backupsOf(first)).files, { timeout: 150_000 })
    .toMatchObject({ files: 3, failure: null })
  await expect.poll(controlWal, { timeout: 150_000 }).toBeGreaterThan(before + 1)

  const printed = await stoa(server, 'recovery', 'sheet')
  expect(printed.stdout).toContain(store())
  await writeFile(sheet(), printed.stdout)
  await writeFile(
    path.join(kept, 'key'),
    await readFile(path.join(server.dataDir, 'installation.key'), 'utf8'),
  )
  await server.kill('SIGKILL')
  // Its clusters end together with it, and can write until then.
  await expect
    .poll(() => rm(server.dataDir, { recursive: true }).then(() => 'deleted', String))
    .toBe('deleted')
  await expect.poll(() => existsSync(server.dataDir)).toBe(false)
  const survived = await storedFiles()

  const wrong = path.join(kept, 'wrong.txt')
  await writeFile(wrong, formatRecoveryKey(Buffer.alloc(32, 7)))
  await mkdir(path.join(kept, 'empty'))
  expect((await recover(path.join(kept, 'empty'), sheet())).stderr).toContain(
    '(recovery_nothing_found)',
  )
  expect((await recover(store(), wrong)).stderr).toContain('(recovery_key_wrong)')
  expect(existsSync(server.dataDir)).toBe(false)
  await mkdir(path.join(server.dataDir, 'pictures'), { recursive: true })
  expect((await recover(store(), sheet())).stderr).toContain('(recovery_folder_not_empty)')
  await rm(path.join(server.dataDir, 'pictures'), { recursive: true })

  await recoverAndKill()
  await expect(startWith()).rejects.toThrow(/recovery_unfinished/)
  expect(await recover(store(), sheet())).toMatchObject({ code: 0 })
  await expect(startWith({ STOA_BACKUPS: path.join(kept, 'empty') })).rejects.toThrow(
    /recovery_store_differs/,
  )

  const ports = portsOf(server, first)
  server = await startWith(ports)
  for (const status of await statuses()) expect(['RESTORING', 'ACTIVE_HEALTHY']).toContain(status)
  await server.kill('SIGKILL')
  server = await startWith(ports)
  await expect.poll(statuses, { timeout: 120_000 }).toEqual(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'])

  expect((await signIn(server)).user.email).toBe('ada@example.com')
  expect(await askPlatform(server, 'GET', `/projects/${second.ref}`)).toMatchObject({
    name: 'Renamed after the backup',
  })
  await expect.poll(() => notesOf(first)).toEqual(['before the backup', 'after the backup'])
  await expect.poll(() => notesOf(second)).toEqual(['before the backup'])
  const { data } = await clientOf(first).storage.from('papers').download('letter.txt')
  expect(await data?.text()).toBe(OBJECT)
  const called = await fetch(`${first.api_url}/functions/v1/hello`, {
    headers: { authorization: `Bearer ${first.service_role_key}` },
  })
  expect(await called.text()).toBe('deployed before the machine was lost')
  const { rows } = await inDatabase(second, (database) => database.query('select body from note'))
  expect(rows).toEqual([{ body: 'before the backup' }])

  // The new history is beside the old one, which stays whole.
  await write(first, 'after the recovery')
  const files = await storedFiles()
  expect(survived.filter((file) => !files.includes(file))).toEqual([])
}, 900_000)
