import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { writeClusterSettings } from './template.ts'

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
    extensionControlPath: '$system',
  } as const
  await writeClusterSettings(folder, { engine, account: undefined })
  expect(await readFile(victim, 'utf8')).toBe('untouched')
  expect(await readFile(path.join(folder, 'pg_hba.conf'), 'utf8')).toContain('scram-sha-256')
  await rm(folder, { recursive: true, force: true })
})
