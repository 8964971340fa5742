import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import { createSecretBox } from '../../../lib/secret-box.ts'
import type { StoredProject } from '../../../project/project.ts'
import { createSettings } from '../../../project/settings.ts'
import { testStoredParts } from '../../../../test/stored-parts.ts'
import { noFence } from '../runtime/fence.ts'
import { createFunctionLogs, readFunctionLogs } from '../runtime/logs.ts'
import { DEFAULT_LIMITS } from '../runtime/limits.ts'
import { createFunctionFolders } from '../runtime/function-folders.ts'
import { eventually } from '../../../../test/functions/app.ts'
import { createVersions, type Versions } from '../versions/versions.ts'
import { watchFolder, type FolderWatch } from './watch-folder.ts'

const folders = createFunctionFolders(noFence, DEFAULT_LIMITS)
let data: string
let folder: string
let project: StoredProject
let versions: Versions
let watch: FolderWatch | undefined

beforeEach(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'stoa-watched-'))
  folder = path.join(data, 'functions')
  project = {
    ...testStoredParts('default'),
    folder: (service) => path.join(data, 'project', service),
    settings: createSettings({}),
  }
  versions = createVersions({
    clock: systemClock,
    secretBox: createSecretBox(Buffer.alloc(32, 1), 'function-secrets'),
    newId: randomUUID,
    inspect: folders.inspect,
    organizationOf: async (ref) => ref,
    secretsChanged() {},
    async functionRemoved() {},
  })
})
afterEach(async () => {
  await watch?.stop()
  await rm(data, { recursive: true })
})

afterAll(folders.end)

const logs = createFunctionLogs({ clock: systemClock })
async function start(): Promise<void> {
  await watch?.stop()
  watch = await watchFolder(project, { folder, versions, logs })
}
async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
}
const slugs = async () => (await versions.list(project)).map(({ record }) => record.slug).toSorted()
const active = async (slug: string) => {
  const { version } = await versions.get(project, slug)
  const { files } = await versions.read(project, slug, version.version)
  return { ...version, files: files.map((file) => file.path) }
}

it('deploys the functions of a folder with their shared files, and leaves out secrets and links', async () => {
  await write({
    'hello/index.ts': 'import { text } from "../_shared/text.ts"; import "zod"; text()',
    'hello/.env': 'KEY=walrus',
    'hello/node_modules/a/index.js': '',
    '_shared/text.ts': 'export const text = () => "shared"',
    'deno.json': '{ "imports": { "zod": "npm:zod" } }',
    'other/index.js': '1',
    'notes/readme.md': 'not a function',
    '.env': 'KEY=walrus',
  })
  await symlink('/etc/passwd', path.join(folder, 'hello/passwd.ts'))
  await start()
  expect(await slugs()).toEqual(['hello', 'other'])
  expect(await active('hello')).toMatchObject({
    version: 1,
    createdBy: 'Functions folder',
    entrypoint: 'hello/index.ts',
    importMap: 'deno.json',
    files: ['_shared/text.ts', 'deno.json', 'hello/index.ts'],
  })
})

it('deploys a changed function or shared file while it watches', async () => {
  await write({ 'a/index.ts': '1', 'b/index.ts': 'import "../_shared/b.ts"', '_shared/b.ts': '1' })
  await start()
  await write({ '_shared/b.ts': '22', 'c/index.ts': '3' })
  await eventually(async () => expect((await active('b')).version).toBe(2))
  await eventually(async () => expect(await slugs()).toEqual(['a', 'b', 'c']))
})

it('keeps the active version and logs the reason if the changed files cannot be deployed', async () => {
  await write({ 'a/index.ts': '1' })
  await start()
  await write({ 'a/index.ts': 'const = 1' })
  const { record } = await versions.get(project, 'a')
  await eventually(async () => {
    await logs.flush()
    const [entry] = await readFunctionLogs(project, record.id, { limit: 10 })
    expect(entry).toMatchObject({
      level: 'error',
      message: expect.stringContaining('were not deployed: a/index.ts:1:'),
    })
  })
  expect((await active('a')).version).toBe(1)
  await write({ 'a/index.ts': 'const a = 1' })
  await eventually(async () => expect((await active('a')).version).toBe(2))
})

it('deploys each state of the files once: a rollback lasts until they change', async () => {
  await write({ 'a/index.ts': '1' })
  await start()
  await watch?.stop()
  await write({ 'a/index.ts': '22' })
  await start()
  expect((await active('a')).version).toBe(2)
  await versions.activate(project, 'a', 1)
  await start()
  expect((await active('a')).version).toBe(1)
  await write({ 'a/index.ts': '333' })
  await start()
  expect((await active('a')).version).toBe(3)
})

it('keeps functions whose files disappear, and works without the folder until there is one', async () => {
  await start()
  await write({ 'a/index.ts': '1' })
  await eventually(async () => expect(await slugs()).toEqual(['a']))
  await rm(folder, { recursive: true })
  await start()
  expect(await slugs()).toEqual(['a'])
})
