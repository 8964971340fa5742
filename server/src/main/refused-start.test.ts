import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Starts the server as a process, which is expected to end by itself. */
async function start() {
  const env = { STOA_DATA_DIR: dataDir, STOA_PORT: '0', STOA_POSTGRES_PORT: '0' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code: code as unknown }
}

it('ends with a sentence, a code and a next step if its key is readable for others', async () => {
  const key = path.join(dataDir, 'installation.key')
  await writeFile(key, Buffer.alloc(32).toString('base64'))
  await chmod(key, 0o644)
  const { said, code } = await start()
  expect(code).toBe(78)
  const [sentence, step] = said.split('\n')
  expect(sentence).toBe(
    `Other accounts of this machine can read ${key}. (installation_key_exposed)`,
  )
  expect(step).toContain(`Run "chmod 600 ${key}"`)
})

it('ends without making a new key if the key is missing while there are projects', async () => {
  await mkdir(path.join(dataDir, 'clusters', 'projects', 'abcdefghijklmnopqrst'), {
    recursive: true,
  })
  const { said, code } = await start()
  expect(code).toBe(78)
  expect(said).toContain('(installation_key_missing)\nRestore the file from a backup')
  expect(await readdir(dataDir)).toEqual(['clusters'])
})
