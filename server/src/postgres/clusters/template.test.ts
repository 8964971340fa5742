import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { removeStaleTemplates, writeClusterSettings } from './template.ts'

it('writes settings into a data directory without following a link that its cluster left there', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  const victim = path.join(folder, 'victim')
  await writeFile(victim, 'untouched')
  for (const name of ['stoa.conf.partial', 'pg_hba.conf.partial', 'stoa.conf'])
    await symlink(victim, path.join(folder, name))
  const engine = {
    kind: 'embedded',
    version: '18.4',
    major: 18,
    binDir: '/',
    extensions: [],
    extensionPaths: { control: '$system', libraries: '$libdir' },
  } as const
  await writeClusterSettings(folder, { engine, account: undefined })
  expect(await readFile(victim, 'utf8')).toBe('untouched')
  expect(await readFile(path.join(folder, 'pg_hba.conf'), 'utf8')).toContain('scram-sha-256')
  await rm(folder, { recursive: true, force: true })
})

it('removes what a killed server left of a template, files too, and nothing that is new', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  const anHourAgo = new Date(Date.now() - 3_600_000)
  for (const name of ['18.4-a.partial-1', '18.4-a.partial-2', '18.4-a']) {
    await mkdir(path.join(folder, name))
    await writeFile(path.join(folder, name, 'PG_VERSION'), '18')
  }
  for (const name of [
    '.18.4-a.partial-1.pw',
    '18.4-a.partial-1.startup.log',
    '.18.4-a.partial-2.pw',
  ])
    await writeFile(path.join(folder, name), 'text')
  for (const name of [
    '18.4-a.partial-1',
    '.18.4-a.partial-1.pw',
    '18.4-a.partial-1.startup.log',
    '18.4-a',
  ])
    await utimes(path.join(folder, name), anHourAgo, anHourAgo)
  await Promise.all([removeStaleTemplates(folder), removeStaleTemplates(folder)])
  expect((await readdir(folder)).sort()).toEqual([
    '.18.4-a.partial-2.pw',
    '18.4-a',
    '18.4-a.partial-2',
  ])
  await rm(folder, { recursive: true, force: true })
})
