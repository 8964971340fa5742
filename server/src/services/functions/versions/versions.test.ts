import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import type { AppError } from '../../../lib/errors.ts'
import { createSecretBox } from '../../../lib/secret-box.ts'
import { testStoredParts } from '../../../../test/stored-parts.ts'
import { noFence } from '../runtime/fence.ts'
import { DEFAULT_LIMITS } from '../runtime/limits.ts'
import { createFunctionFolders } from '../runtime/function-folders.ts'
import { createBundle } from './bundle.ts'
import type { ProjectHandle } from './record-store.ts'
import { createVersions, type VersionsDeps } from './versions.ts'

const ref = 'abcdefghijklmnopqrst'
const folders = createFunctionFolders(noFence, DEFAULT_LIMITS)
let folder: string
let place: ProjectHandle & { folder: (service: string) => string }
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-versions-'))
  place = { ...testStoredParts(ref), folder: (service) => path.join(folder, service) }
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(folders.end)

/** A server right after a start, with nothing in memory. */
const start = () => createVersions(deps)
const deps: VersionsDeps = {
  clock: systemClock,
  secretBox: createSecretBox(Buffer.alloc(32, 1), 'function-secrets'),
  newId: randomUUID,
  inspect: folders.inspect,
  organizationOf: async (ref) => ref,
  secretsChanged() {},
  async functionRemoved() {},
}
const bundleOf = (files: Readonly<Record<string, string>>, entrypoint = 'index.ts') =>
  createBundle({
    files: Object.entries(files).map(([name, content]) => ({
      path: name,
      content: Buffer.from(content),
    })),
    entrypoint,
  })
const deploy = (versions: ReturnType<typeof start>, text: string, slug = 'hello') =>
  versions.deploy(place, { slug, bundle: bundleOf({ 'index.ts': text }), by: null })
const inFolder = (...parts: string[]) => path.join(folder, 'functions', ...parts)
const project = () => place as Parameters<ReturnType<typeof start>['find']>[0]

it('is copied with its versions, and with secrets that only the copy can read', async () => {
  const versions = start()
  await deploy(versions, 'export default 1')
  await deploy(versions, 'export default 2')
  await versions.stored.set(place, [{ name: 'KEY', value: 'open sesame' }])
  const copy = {
    ...testStoredParts('copycopycopycopycopy'),
    folder: (service: string) => path.join(folder, 'copy', service),
  }
  for (const _again of [1, 2]) await versions.copy(place, copy)
  await versions.remove(place, 'hello')
  const later = start()
  const found = await later.find({ ...project(), ...copy }, 'hello')
  expect(found).toMatchObject({ version: 2 })
  expect(await readFile(path.join(found?.folder ?? '', 'index.ts'), 'utf8')).toContain('default 2')
  expect(await later.secrets(copy)).toEqual({ KEY: 'open sesame' })
  const records = await readFile(path.join(folder, 'copy', 'functions', 'records.json'), 'utf8')
  const original = await readFile(inFolder('records.json'), 'utf8')
  expect(JSON.parse(records).secrets[0].sealed).not.toBe(JSON.parse(original).secrets[0].sealed)
})

describe('a deployment', () => {
  it('survives a restart, with its files and the next version number', async () => {
    const { record } = await deploy(start(), 'export default 1')
    const later = start()
    const found = await later.find(project(), 'hello')
    expect(found).toMatchObject({ functionId: record.id, version: 1, verifyJwt: true })
    expect(await readFile(path.join(found?.folder ?? '', 'index.ts'), 'utf8')).toBe(
      'export default 1',
    )
    expect((await deploy(later, 'export default 2')).version.version).toBe(2)
  })

  it('does not lose a concurrent one', async () => {
    const versions = start()
    await Promise.all([
      deploy(versions, '1'),
      deploy(versions, '2'),
      deploy(versions, '3', 'other'),
    ])
    const [hello, other] = [await versions.get(place, 'hello'), await versions.get(place, 'other')]
    expect(hello.record.versions.map(({ version }) => version)).toEqual([1, 2])
    expect(other.record.versions).toHaveLength(1)
    const active = await versions.read(place, 'hello', 2)
    expect(active.files[0]?.content.toString()).toMatch(/^[12]$/)
    expect(await readdir(inFolder('staging'))).toEqual([])
  })

  it('races with others, rollbacks and a deletion, and leaves working functions', async () => {
    const versions = start()
    await deploy(versions, '0')
    const tries = Array.from({ length: 6 }, async (_, index) => {
      await deploy(versions, `${index}`)
      await versions.activate(place, 'hello', 1)
    })
    const results = await Promise.allSettled([...tries, versions.remove(place, 'hello')])
    // A version that was deleted in the meantime cannot be activated; nothing else can fail.
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as AppError).code] : [],
    )
    expect(reasons.filter((code) => !code.endsWith('_not_found'))).toEqual([])
    for (const { record, version } of await start().list(place)) {
      expect(record.versions).toContainEqual(version)
      for (const kept of record.versions)
        expect(await versions.read(place, 'hello', kept.version)).toMatchObject({ files: [{}] })
    }
    expect((await deploy(versions, '7')).record.active).toBeGreaterThan(0)
  })

  it('cannot fill the memory with an endless module', async () => {
    const endless = bundleOf({ 'index.ts': `import '/dev/zero'` })
    await expect(
      start().deploy(place, { slug: 'endless', bundle: endless, by: null }),
    ).rejects.toMatchObject({
      code: 'invalid_bundle',
      message: 'index.ts:1:8: The imported file "/dev/zero" is not in the deployment.',
    })
  })

  it.runIf(process.platform === 'linux').each<[string, (pipe: string) => string]>([
    ['its path', (pipe) => `import ${JSON.stringify(pipe)}`],
    ['a URL', (pipe) => `import 'file://localhost${pipe}'`],
    ['a path upwards', (pipe) => `import ${JSON.stringify(`../../../../../../../..${pipe}`)}`],
    ['a path in a module', (pipe) => `import 'data:text/javascript,import%20"file://${pipe}"'`],
    ['its types', (pipe) => `/// <reference types=${JSON.stringify(pipe)} />`],
  ])('opens no pipe that it names by %s', async (_, textOf) => {
    // The pipe stays closed only because it is not imported, not because of its owner.
    await chmod(folder, 0o755)
    const pipe = path.join(folder, 'pipe.ts')
    await promisify(execFile)('mkfifo', ['-m', '666', pipe])
    // A writer waits until somebody opens the pipe to read it.
    let isOpened = false
    const writer = open(pipe, 'w').then((handle) => {
      isOpened = true
      return handle.close()
    })
    await deploy(start(), textOf(pipe)).catch(() => {})
    const wasOpened = isOpened
    await (await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK)).close()
    await writer
    expect(wasOpened).toBe(false)
  })

  it('does not wait for those of an organization with many projects', async () => {
    const hanging = Promise.withResolvers<never>()
    const versions = createVersions({
      ...deps,
      organizationOf: async (of) => of.split('-')[0] ?? '',
      inspect: (files) => (files.includes('slow') ? hanging.promise : folders.inspect(files)),
    })
    const placeOf = (name: string) => ({
      ...testStoredParts(name),
      folder: (service: string) => path.join(folder, name, service),
    })
    const deployTo = (name: string) =>
      versions.deploy(placeOf(name), { slug: 'a', bundle: bundleOf({ 'index.ts': '1' }), by: null })
    const slow = ['slow-a', 'slow-b', 'slow-c'].map(deployTo)
    expect((await deployTo('other')).version.version).toBe(1)
    hanging.reject(new Error('gone'))
    expect(await Promise.allSettled(slow)).toMatchObject(
      [{}, {}, {}].map(() => ({ status: 'rejected' })),
    )
  })

  it('with a syntax error is refused with file, line and column, and keeps the active version', async () => {
    const versions = start()
    await deploy(versions, 'export default 1')
    const bundle = bundleOf({ 'index.ts': 'import "./lib/a.ts"', 'lib/a.ts': 'ok()\nconst = 3' })
    await expect(versions.deploy(place, { slug: 'hello', bundle, by: null })).rejects.toMatchObject(
      {
        code: 'invalid_bundle',
        message: expect.stringMatching(/^lib\/a\.ts:2:7: /),
      },
    )
    expect((await versions.get(place, 'hello')).version.version).toBe(1)
    expect(await readdir(inFolder('staging'))).toEqual([])
  })

  it('does not reveal other files of the machine in its errors', async () => {
    const secret = path.join(folder, 'secret.ts')
    await writeFile(secret, 'password = = 1')
    await expect(deploy(start(), `import "${secret}"`)).rejects.toMatchObject({
      message: `index.ts:1:8: The imported file "${secret}" is not in the deployment.`,
    })
  })

  it('does not need the modules of other sites to be checked', async () => {
    const deployed = await deploy(
      start(),
      'import "https://example.invalid/a.ts"; import "npm:zod"; import "node:fs"; import "jsr:@a/b"',
    )
    expect(deployed.version.version).toBe(1)
  })

  it.each([
    [
      'a missing file',
      'ok()\nimport { a } from "./a.ts"',
      'index.ts:2:19: The imported file "./a.ts"',
    ],
    [
      'a file outside',
      'import "../shared/a.ts"',
      'index.ts:1:8: The imported file "../shared/a.ts"',
    ],
    ['a missing export', 'export * from "./b c.ts"', 'index.ts:1:15: The imported file "./b c.ts"'],
    ['a malformed address', 'import "./a%zz.ts"', 'index.ts:1:8: '],
    ['an unknown name', 'import "zod"', 'index.ts:1:8: The import "zod" is not in the import map'],
  ])('that imports %s is refused with file, line and column', async (_, text, message) => {
    await expect(deploy(start(), text)).rejects.toMatchObject({
      code: 'invalid_bundle',
      message: expect.stringContaining(message),
    })
  })

  it('can import modules that run only later, or only types, without having them', async () => {
    const text = 'import type { A } from "./a.ts"; try { await import("./b.ts") } catch {}'
    expect((await deploy(start(), text)).version.version).toBe(1)
  })

  const withImportMap = (map: string, text: string) => {
    const files = { 'src/index.ts': text, 'deno.json': map, 'lib/a b.ts': 'export const a = 1' }
    const bundle = createBundle({
      files: Object.entries(files).map(([name, content]) => ({
        path: name,
        content: Buffer.from(content),
      })),
      entrypoint: 'src/index.ts',
      importMap: 'deno.json',
    })
    return start().deploy(place, { slug: 'hello', bundle, by: null })
  }

  it('resolves imports with the import map of the function', async () => {
    const map = '{ "imports": { "@/": "./lib/", "zod": "npm:zod" } } // comments are allowed'
    const text = 'import { a } from "@/a b.ts"; import "zod"'
    expect((await withImportMap(map, text)).version.version).toBe(1)
    await expect(withImportMap(map, 'import "@/c.ts"')).rejects.toMatchObject({
      message: 'src/index.ts:1:8: The imported file "@/c.ts" is not in the deployment.',
    })
  })

  it.each<[string, readonly string[], string | undefined]>([
    ['hello/index.ts', ['hello/deno.json', 'deno.json'], 'hello/deno.json'],
    ['hello/index.ts', ['other/deno.json', 'import_map.json'], 'import_map.json'],
    ['index.ts', ['import_map.json', 'deno.jsonc'], 'deno.jsonc'],
    ['index.ts', ['lib/deno.json'], undefined],
  ])('from %s with the files %j uses the configuration %s', (entrypoint, files, expected) => {
    const texts = Object.fromEntries([entrypoint, ...files].map((name) => [name, '']))
    expect(bundleOf(texts, entrypoint).importMap).toBe(expected)
  })

  it('with an invalid import map is refused', async () => {
    await expect(withImportMap('{ "imports": 7 }', 'ok()')).rejects.toMatchObject({
      code: 'invalid_bundle',
      message: 'The import map deno.json is not valid.',
    })
  })

  it('keeps 50 versions, and an older one cannot be activated', async () => {
    const versions = start()
    const { record } = await deploy(versions, '1')
    const file = inFolder('records.json')
    // Fills the records as 49 more deployments do.
    const stored = JSON.parse(await readFile(file, 'utf8'))
    const [first] = stored.functions[0].versions
    stored.functions[0].versions = Array.from({ length: 50 }, (_, index) => ({
      ...first,
      version: index + 1,
    }))
    stored.functions[0].lastVersion = 50
    await writeFile(file, JSON.stringify(stored))
    const later = start()
    await deploy(later, '51')
    expect(existsSync(inFolder('versions', record.id, '1'))).toBe(false)
    await expect(later.activate(place, 'hello', 1)).rejects.toMatchObject({
      code: 'version_not_found',
    })
  })

  it('that is rolled back stays rolled back', async () => {
    const versions = start()
    await deploy(versions, '1')
    await deploy(versions, '2')
    await versions.activate(place, 'hello', 1)
    expect(await start().find(project(), 'hello')).toMatchObject({ version: 1 })
  })

  it('keeps the description of its function', async () => {
    const versions = start()
    await deploy(versions, '1')
    await versions.update(place, 'hello', { description: 'Greets people' })
    await deploy(versions, '2')
    expect((await start().get(place, 'hello')).record).toMatchObject({
      active: 2,
      description: 'Greets people',
    })
  })

  it('that is deleted is gone with its files', async () => {
    const versions = start()
    const { record } = await deploy(versions, '1')
    await versions.remove(place, 'hello')
    expect(existsSync(inFolder('versions', record.id))).toBe(false)
    expect(await start().find(project(), 'hello')).toBeUndefined()
  })
})

describe('a crash', () => {
  it.each<[string, (id: string) => readonly string[]]>([
    ['while files are uploaded', () => ['staging', 'half', 'index.ts']],
    ['before a version is recorded', (id) => ['versions', id, '2', 'index.ts']],
    ['before the first version is recorded', () => ['versions', 'unknown', '1', 'index.ts']],
    ['while records are written', () => ['records.json.new']],
  ])('%s leaves the active version, and nothing else', async (_title, leftover) => {
    const { record } = await deploy(start(), 'export default 1')
    const file = inFolder(...leftover(record.id))
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, '{"functions":')
    const later = start()
    expect(await later.find(project(), 'hello')).toMatchObject({ version: 1 })
    expect(existsSync(file)).toBe(false)
    expect((await deploy(later, 'export default 2')).version.version).toBe(2)
  })
})

describe('a bundle', () => {
  it.each([
    '../index.ts',
    '/etc/passwd',
    'a/../../b.ts',
    'a\\b.ts',
    'a\0.ts',
    'C:/a.ts',
    'a//b.ts',
    './',
    '',
    '..',
    'a/.',
    'x'.repeat(256),
    '\ud800.ts',
  ])('with the path %j is refused', (name) => {
    expect(() => bundleOf({ [name]: '1', 'index.ts': '1' })).toThrow('is not a relative path')
  })

  it('with the file or folder that the platform adds is refused', () => {
    for (const name of ['.deno-config.json', 'a/.deno-config.json/b.ts'])
      expect(() => bundleOf({ [name]: '1', 'index.ts': '1' })).toThrow('is reserved')
  })

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['the same path twice', { 'index.ts': '', './index.ts': '' }, 'twice'],
    ['a file that is also a folder', { 'index.ts': '', 'index.ts/a': '' }, 'both a file and a'],
    ['no entrypoint', { 'main.ts': '' }, 'not among the files'],
    ['a large file', { 'index.ts': 'x'.repeat(10 * 1024 * 1024 + 1) }, 'larger than 10 MB'],
  ])('with %s is refused', (_title, files, message) => {
    expect(() => bundleOf(files)).toThrow(message)
  })

  it('with too many files or bytes together is refused', () => {
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.ts`, '']))
    expect(() => bundleOf(many, '0.ts')).toThrow('at most 500 files')
    const large = 'x'.repeat(7 * 1024 * 1024)
    expect(() => bundleOf({ 'index.ts': large, b: large, c: large })).toThrow('20 MB together')
  })
})

describe('secrets', () => {
  it('are listed as digests, survive a restart, and are never in the file as text', async () => {
    await start().stored.set(place, [{ name: 'API_KEY', value: 'walrus-40' }])
    const later = start()
    expect(await later.secrets(project())).toEqual({ API_KEY: 'walrus-40' })
    expect(await later.stored.list(place)).toEqual([
      {
        name: 'API_KEY',
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        updatedAt: expect.any(Number),
      },
    ])
    const text = await readFile(inFolder('records.json'), 'utf8')
    expect(text).not.toContain('walrus-40')
    const [{ digest } = { digest: '' }] = await later.stored.list(place)
    expect(text).not.toContain(digest)
    await later.stored.remove(place, ['API_KEY', 'UNKNOWN'])
    expect(await start().secrets(project())).toEqual({})
  })

  it.each(['SUPABASE_URL', 'SB_REGION', '1A', 'A=B', '', 'A B'])(
    'cannot have the name %j',
    async (name) => {
      const set = start().stored.set(place, [
        { name: 'GOOD', value: '1' },
        { name, value: '1' },
      ])
      await expect(set).rejects.toMatchObject({ code: 'invalid_secret' })
      expect(await start().secrets(project())).toEqual({})
    },
  )
})
