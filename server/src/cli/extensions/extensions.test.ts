import { execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createProjectIn } from '../../../test/added-extensions.ts'
import type { TestProject } from '../../../test/project.ts'
import { runCli } from '../run.ts'
import { missingLibrary } from './check-libraries.ts'

let folder: string
let dataFolder: string
let test: TestProject
let binDir: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-extensions-'))
  await chmod(folder, 0o755)
  dataFolder = path.join(folder, 'data')
  const created = await createProjectIn(path.join(dataFolder, 'clusters', 'engines'))
  test = created.test
  binDir = created.engine.binDir
})
afterAll(async () => {
  await test.stop()
  await rm(folder, { recursive: true, force: true })
})

let source: string
beforeEach(async () => {
  source = await mkdtemp(path.join(folder, 'postgresql-18-'))
})

async function stoa(...line: string[]) {
  const out: string[] = []
  const code = await runCli(line, {
    env: { STOA_DATA_DIR: dataFolder },
    checkout: folder,
    readInput: async () => '',
    print: (text) => out.push(text),
    printError: (text) => out.push(text),
  })
  return { code, out: out.join('\n') }
}

type Files = Readonly<Record<string, string>>
/** Writes the files of an unpacked package, whose control files are for this major version. */
async function unpacked(files: Files, major = 18): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    const inside = name.endsWith('.so')
      ? `lib/postgresql/${major}/lib`
      : `share/postgresql/${major}/extension`
    const target = path.join(source, 'usr', inside)
    await mkdir(target, { recursive: true })
    await writeFile(path.join(target, name), content)
  }
  return source
}

const extension = (name: string, { version = '1.0', trusted = 'true' } = {}): Files => ({
  [`${name}.control`]: `default_version = '${version}'\ntrusted = ${trusted}\nrelocatable = true\n`,
  [`${name}--${version}.sql`]: `create function ${name}() returns text language sql as $$ select '${version}' $$;\n`,
})

it('offers an added extension to a project that runs already', async () => {
  await expect(test.run('create extension greeting')).rejects.toThrow('not available')
  const added = await stoa('extension', 'add', await unpacked(extension('greeting')))
  expect(added).toEqual({ code: 0, out: expect.stringContaining('can create greeting now') })
  await test.run('create extension greeting schema public; select public.greeting()')
  const { out } = await stoa('extension', 'list', '--json')
  expect(JSON.parse(out)).toEqual([
    { package: path.basename(source), version: null, postgres: 18, extensions: ['greeting'] },
  ])
  await stoa('extension', 'remove', path.basename(source))
  await test.run('drop extension greeting')
  await expect(test.run('create extension greeting')).rejects.toThrow('not available')
})

it('unpacks a Debian package, and replaces an older version of it', async () => {
  const pack = async (version: string) => {
    const root = await unpacked(extension('debian', { version }))
    await mkdir(path.join(root, 'DEBIAN'), { recursive: true })
    const control = `Package: postgresql-18-debian\nVersion: ${version}\nArchitecture: all\nMaintainer: Nobody <nobody@example.com>\nDescription: test\n`
    await writeFile(path.join(root, 'DEBIAN', 'control'), control)
    const file = path.join(folder, `debian-${version}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', '--build', root, file])
    return file
  }
  expect(await stoa('extension', 'add', await pack('1.0'))).toMatchObject({ code: 0 })
  await rm(path.join(source, 'usr'), { recursive: true })
  expect(await stoa('extension', 'add', await pack('2.0'))).toMatchObject({ code: 0 })
  const { out } = await stoa('extension', 'list')
  expect(out).toMatch(/postgresql-18-debian +2\.0 +18 +debian/)
  await test.run(`do $$ begin
    assert (select array_agg(version) from pg_available_extension_versions where name = 'debian') = '{2.0}';
  end $$`)
})

it('lets owners create an extension that is not trusted only with --trusted', async () => {
  const files = await unpacked(extension('closed', { trusted: 'false' }))
  const { out } = await stoa('extension', 'add', files)
  expect(out).toContain('Only a superuser can create closed')
  await expect(test.run('create extension closed')).rejects.toMatchObject({ code: '42501' })
  await stoa('extension', 'add', files, '--trusted')
  await test.run('create extension closed schema public; drop extension closed')
})

it('loads the library of an added extension', async () => {
  const files = await unpacked({
    'hashes.control': `default_version = '1.0'\nmodule_pathname = '$libdir/hashes'\ntrusted = true\n`,
    'hashes--1.0.sql': `create function hash_of(text) returns int immutable strict language c as 'MODULE_PATHNAME', 'citext_hash';\n`,
  })
  const libraries = path.join(files, 'usr/lib/postgresql/18/lib')
  await mkdir(libraries, { recursive: true })
  await copyFile(
    path.join(binDir, '../lib/postgresql/citext.so'),
    path.join(libraries, 'hashes.so'),
  )
  expect(await stoa('extension', 'add', files)).toMatchObject({ code: 0 })
  await test.run(`
    create extension hashes schema public;
    do $$ begin assert public.hash_of('A') = public.hash_of('a'); end $$`)
})

it.each([
  ['\tlinux-vdso.so.1 (0x00007ffd)\n\tlibc.so.6 => /lib/libc.so.6 (0x00007f)\n', undefined],
  ['\tlibgeos_c.so.1 => not found\n', { library: 'libgeos_c.so.1', isVersion: false }],
  [
    "./vector.so: /lib/libm.so.6: version `GLIBC_2.38' not found (required by ./vector.so)\n",
    { library: 'GLIBC_2.38', isVersion: true },
  ],
])('reads what a library lacks from %j', (output, expected) => {
  expect(missingLibrary(output)).toEqual(expected)
})

it.each([
  ['a file that does not exist', async () => '/nonexistent.deb', 'package_not_found'],
  ['a folder without extensions', async () => source, 'extension_files_missing'],
  [
    'a package of another major version',
    () => unpacked(extension('old'), 17),
    'extension_of_other_major',
  ],
  [
    'a file of another kind',
    async () => {
      await writeFile(path.join(source, 'a.rpm'), '')
      return path.join(source, 'a.rpm')
    },
    'package_unreadable',
  ],
  [
    'a damaged package',
    async () => {
      await writeFile(path.join(source, 'a.deb'), 'not an archive')
      return path.join(source, 'a.deb')
    },
    'package_unreadable',
  ],
  [
    'a file that another package has',
    async () => {
      await stoa('extension', 'add', await unpacked(extension('twice')))
      source = await mkdtemp(path.join(folder, 'postgresql-18-'))
      return unpacked(extension('twice'))
    },
    'extension_file_exists',
  ],
])('refuses %s', async (_what, arrange, code) => {
  const refused = await stoa('extension', 'add', await arrange())
  expect(refused).toMatchObject({
    code: 1,
    out: expect.stringMatching(new RegExp(`^${code}: .+\\n.+`)),
  })
})

it('refuses to remove what was not added', async () => {
  expect(await stoa('extension', 'remove', 'nothing')).toMatchObject({
    code: 1,
    out: expect.stringContaining('package_not_added'),
  })
})
