import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createHostileFolder,
  hostileKinds,
  isRegular,
  SECRET,
  type HostileFolder,
} from '../../test/hostile-files.ts'
import { createClusterKeys, ensureClusterKey } from '../postgres/clusters/key.ts'
import { writeClusterSettings } from '../postgres/clusters/template.ts'
import { endForeignServer, readPidFile } from '../postgres/processes/foreign-server.ts'
import { readOnlySince } from './disk/read-only.ts'
import { checkData } from './machine/check-data.ts'

/*
 * A cluster's account owns its data directory and can replace any file in it. The server, which may
 * be root, reads and writes these files.
 */

let hostile: HostileFolder
beforeEach(() => {
  hostile = createHostileFolder()
})
afterEach(() => hostile.remove())

const at = (name: string) => path.join(hostile.folder, name)
const refusalOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  hostile.requireUntouched(error)
  return error
}
const UNEXPECTED = { code: 'unexpected_file', status: 503, hint: expect.stringMatching(/\.$/) }

describe.each(hostileKinds)('%s', (kind) => {
  it('in the place of PG_VERSION is refused and not quoted', async () => {
    hostile.plant(kind, at('PG_VERSION'))
    const engine = { major: 18, version: '18.4' }
    expect(await refusalOf(checkData(engine, hostile.folder))).toMatchObject(UNEXPECTED)
  })

  it('in the place of postmaster.pid names no process, and is removed before a start', async () => {
    hostile.plant(kind, at('postmaster.pid'))
    expect(await refusalOf(readPidFile(hostile.folder))).toMatchObject(UNEXPECTED)
    await endForeignServer(hostile.folder)
    expect(fs.readdirSync(hostile.folder)).toEqual([])
    hostile.requireUntouched()
  })

  it('in the place of postgresql.auto.conf says nothing about the disk', async () => {
    hostile.plant(kind, at('postgresql.auto.conf'))
    expect(await readOnlySince(hostile.folder)).toBeUndefined()
  })

  it('in the place of the key is not used as a key, and is replaced if it is not a file', async () => {
    for (const name of ['stoa.key', 'stoa.key.partial', 'stoa-vault-key.sh'])
      hostile.plant(kind, at(name))
    const keys = createClusterKeys(hostile.folder, undefined)
    expect(await refusalOf(keys.ids())).toMatchObject(UNEXPECTED)
    await ensureClusterKey(hostile.folder, undefined)
    hostile.requireUntouched()
    if (isRegular(kind)) return
    expect(await keys.ids()).toHaveLength(1)
    expect(fs.readdirSync(hostile.folder).sort()).toEqual(['stoa-vault-key.sh', 'stoa.key'])
  })

  it('in the place of the settings is replaced', async () => {
    const names = ['pg_hba.conf', 'stoa.conf']
    for (const name of names)
      for (const ending of ['', '.partial']) hostile.plant(kind, at(name + ending))
    const engine = { major: 18, extensions: [] } as unknown as Parameters<
      typeof writeClusterSettings
    >[1]['engine']
    await writeClusterSettings(hostile.folder, { engine, account: undefined })
    hostile.requireUntouched()
    expect(fs.readdirSync(hostile.folder).sort()).toEqual(names)
    expect(fs.readFileSync(at('pg_hba.conf'), 'utf8')).toContain('scram-sha-256')
  })
})

it.each(['', 'stoa_operator_secret', '18x', '18 0', '999999', '-18', '0x12', '1e1'])(
  'quotes nothing of a PG_VERSION that contains %j',
  async (content) => {
    fs.writeFileSync(at('PG_VERSION'), `${content}\n`)
    const error = await refusalOf(checkData({ major: 18, version: '18.4' }, hostile.folder))
    expect(error).toMatchObject({ code: 'data_damaged', status: 503 })
    expect(content === '' || !String(error).includes(content)).toBe(true)
  },
)

it('reads the version of a data directory, and whether there is one', async () => {
  const check = () => refusalOf(checkData({ major: 18, version: '18.4' }, hostile.folder))
  expect(await check()).toMatchObject({ code: 'data_missing' })
  fs.writeFileSync(at('PG_VERSION'), '17\n')
  expect(await check()).toMatchObject({
    code: 'engine_mismatch',
    message: expect.stringContaining('Postgres 17,'),
  })
  fs.writeFileSync(at('PG_VERSION'), '18\n')
  expect(await check()).toBeUndefined()
})

it('leaves the threads for files to other work while many folders contain pipes', async () => {
  const folders = Array.from({ length: 8 }, (_, index) => at(`cluster${index}`))
  for (const folder of folders) {
    fs.mkdirSync(folder)
    hostile.plant('a named pipe', path.join(folder, 'postmaster.pid'))
  }
  try {
    await Promise.all(folders.map(endForeignServer))
    expect(await readFile(hostile.secretFile, 'utf8')).toBe(SECRET)
  } finally {
    for (const folder of folders) releaseReaders(path.join(folder, 'postmaster.pid'))
  }
})

/** Unblocks any reader of a pipe, so that a failed test leaves no thread behind. */
function releaseReaders(pipe: string): void {
  if (!fs.existsSync(pipe)) return
  fs.closeSync(fs.openSync(pipe, fs.constants.O_RDWR | fs.constants.O_NONBLOCK))
}
