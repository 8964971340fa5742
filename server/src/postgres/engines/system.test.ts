import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findSystemEngine } from './system.ts'

let binDir: string

beforeAll(async () => {
  binDir = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
})
afterAll(() => rm(binDir, { recursive: true, force: true }))

const find = () =>
  findSystemEngine({
    account: undefined,
    binDir,
    folder: binDir,
    extensions: { standIns: [], wanted: [] },
  })

/** Installs programs that only print a version. */
async function install(version: string): Promise<void> {
  for (const name of ['postgres', 'initdb']) {
    const program = path.join(binDir, name)
    await writeFile(program, `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`)
    await chmod(program, 0o755)
  }
}

it('refuses a Postgres in which the owner of a project could grant itself the machine’s roles', async () => {
  await install('15.13')
  await expect(find()).rejects.toMatchObject({
    code: 'engine_too_old',
    hint: 'Stoa requires Postgres 16 or newer.',
  })
})

it('accepts a newer one', async () => {
  await install('16.9 (Debian 16.9-1)')
  expect(await find()).toEqual({
    kind: 'system',
    version: '16.9',
    major: 16,
    binDir,
    extensions: [],
    extensionPaths: { control: expect.stringMatching(/^\/.+:\$system$/), libraries: '$libdir' },
  })
})
