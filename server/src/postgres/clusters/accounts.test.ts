import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createTestMachine } from '../../../test/project.ts'
import { createClusterAccounts } from './accounts.ts'

const FIRST = 0x7000_0001
const NAMES = ['one', 'two']

// Without root, all clusters have the server's account.
describe.runIf(process.getuid?.() === 0)('the accounts of clusters', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'stoa-accounts-'))
    await execute('chmod', ['755', root])
    const folder = path.join(root, 'original', 'projects')
    for (const [index, name] of NAMES.entries()) {
      await mkdir(path.join(folder, name), { recursive: true })
      await writeFile(path.join(folder, name, 'PG_VERSION'), '18')
      for (const owned of [name, `${name}/PG_VERSION`])
        await chown(path.join(folder, owned), FIRST + index, FIRST + index)
    }
    await accountsIn('original')
  })
  afterEach(() => rm(root, { recursive: true }))

  const folderOf = (name: string) => path.join(root, name, 'projects')
  async function accountsIn(name: string) {
    const { account, engine } = await createTestMachine()
    const accounts = createClusterAccounts({
      engine,
      shared: account,
      folder: folderOf(name),
      log: silentLog,
    })
    await accounts.prepare()
    return accounts
  }
  const copy = (from: string, to: string) =>
    execute('cp', ['-a', path.join(root, from), path.join(root, to)])
  /** The accounts of all files, by their path. */
  async function owners(name: string): Promise<ReadonlyMap<string, number>> {
    const files = await readdir(folderOf(name), { recursive: true })
    const found = files.sort().map(async (file) => {
      const { uid } = await stat(path.join(folderOf(name), file))
      return [file, uid] as const
    })
    return new Map(await Promise.all(found))
  }

  it('are new ones in a copy of the data folder, whose original can be running', async () => {
    const before = await owners('original')
    await copy('original', 'copy')
    const accounts = await accountsIn('copy')
    const after = await owners('copy')
    for (const [file, owner] of before) expect(after.get(file)).not.toBe(owner)
    expect(new Set(after.values()).size).toBe(NAMES.length)
    expect((await accounts.of(path.join(folderOf('copy'), 'one')))?.uid).toBe(after.get('one'))
    expect(await owners('original')).toEqual(before)
  })

  it('are prepared although unfinished copies are removed at the same time', async () => {
    const unfinished = Array.from({ length: 100 }, (_, index) => `unfinished-${index}`)
    for (const name of unfinished) {
      const place = path.join(folderOf('original'), name)
      await mkdir(place)
      await chown(place, FIRST, FIRST)
    }
    await copy('original', 'copy')
    const places = unfinished.map((name) => path.join(folderOf('copy'), name))
    const prepared = accountsIn('copy')
    const hasBegun = async () =>
      (await Promise.all(places.map((place) => stat(place)))).some(({ uid }) => uid !== FIRST)
    while (!(await hasBegun()));
    await Promise.all([prepared, ...places.map((place) => rm(place, { recursive: true }))])
    expect([...(await owners('copy')).keys()].filter((name) => !name.includes('/'))).toEqual(NAMES)
  })

  it('stay the same in a copy that is started again, and in a folder that was moved', async () => {
    await copy('original', 'copy')
    await accountsIn('copy')
    const before = await owners('copy')
    await rename(path.join(root, 'copy'), path.join(root, 'moved'))
    await accountsIn('moved')
    expect(await owners('moved')).toEqual(before)
  })
})

const execute = promisify(execFile)
