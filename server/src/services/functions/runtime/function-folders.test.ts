import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createHostileFolder, type HostileFolder } from '../../../../test/hostile-files.ts'
import { isAlive } from '../../../postgres/processes/processes.ts'
import { processesOf } from '../../../postgres/processes/account-processes.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { noFence } from './fence.ts'
import type { ProcessFolders } from './deno-start.ts'
import { createFunctionFolders, type FunctionFolders } from './function-folders.ts'

const REF = 'abcdefghijklmnopqrst'

// Without root, functions run as the server's account.
describe.runIf(process.getuid?.() === 0)('the account of functions', () => {
  let code: string
  let folders: FunctionFolders
  let hostile: HostileFolder
  let place: ProcessFolders

  beforeAll(async () => {
    code = fs.mkdtempSync(path.join(os.tmpdir(), 'stoa-code-'))
    fs.writeFileSync(path.join(code, 'index.ts'), '')
    hostile = createHostileFolder()
    folders = createFunctionFolders(noFence, { projectBytes: 1024 ** 3 })
    place = await open()
  })
  afterEach(() => hostile.requireUntouched())
  afterAll(async () => {
    await folders.end()
    hostile.remove()
    fs.rmSync(code, { recursive: true })
  })

  const open = () => folders.open(REF, version)
  const version = {
    functionId: 'f',
    version: 1,
    slug: 'f',
    verifyJwt: false,
    entrypoint: 'index.ts',
    importMap: undefined,
    get folder() {
      return code
    },
  } satisfies FunctionVersion

  /** Runs a program as the account, as code that has escaped from Deno would. */
  function run(script: string) {
    const { uid, gid } = place.account ?? { uid: 0, gid: 0 }
    if (uid === 0) throw new Error('Functions have no account')
    return spawn('/bin/sh', ['-c', script], { uid, gid, cwd: place.scratch, stdio: 'ignore' })
  }
  const statusOf = (script: string) =>
    new Promise<number | null>((resolve) => run(script).once('exit', resolve))

  it('writes to its own folders, and replaces nothing that the server creates next to them', async () => {
    const project = path.dirname(place.scratch)
    for (const folder of [place.scratch, place.temporary, place.cache])
      expect(await statusOf(`echo x >${folder}/file && rm ${folder}/file`)).toBe(0)
    for (const script of [
      `mv ${place.scratch} ${project}/moved`,
      `mv ${place.cache} ${project}/moved`,
      `mv ${place.code} ${project}/moved`,
      `ln -s ${hostile.secretFile} ${project}/w99`,
      `touch ${place.code}/index.ts`,
    ])
      expect([script, await statusOf(script)]).not.toEqual([script, 0])
  })

  it('leaves nothing running, and no file, when its last process has ended', async () => {
    const second = await open()
    fs.symlinkSync(path.dirname(hostile.secretFile), path.join(place.scratch, 'outside'))
    const left = run("trap '' TERM INT HUP; sleep 20 & sleep 20").pid ?? 0
    await folders.close(REF, second)
    expect(await isAlive(left)).toBe(true)
    await folders.close(REF, place)
    expect(await processesOf(place.account?.uid ?? 0)).toEqual([])
    expect(fs.existsSync(place.scratch)).toBe(false)
    place = await open()
    await folders.close(REF, place)
  })
})
