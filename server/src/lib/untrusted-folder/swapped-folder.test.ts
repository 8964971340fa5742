import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHostileFolder, type HostileFolder } from '../../../test/hostile-files.ts'
import { readFileIn, removeIn, writeFileIn } from './files.ts'
import { giveTo, measure, remove } from './folders.ts'

/*
 * Plays the owner of a folder who swaps entries for links while the server walks through it. The
 * swaps run in a thread, thousands of times a second, until the test ends.
 */

const ROUNDS = 100

/** Alternates a folder that contains a file with a link to a folder outside, in two places. */
const SWAP_FOLDERS = `
const fs = require('node:fs')
const { parentPort, workerData: { folder, outside } } = require('node:worker_threads')
const attempt = (work) => { try { work(); return true } catch { return false } }
const rename = (from, to) => attempt(() => fs.renameSync(folder + from, folder + to))
const swap = (place) => {
  rename(place, '/away') && rename('/link', place) && rename(place, '/link')
  rename('/away', place)
}
for (let round = 0; ; round += 1) {
  if (round === 10) parentPort.postMessage('swapping')
  attempt(() => fs.symlinkSync(outside, folder + '/link'))
  attempt(() => fs.mkdirSync(folder + '/sub/below', { recursive: true }))
  attempt(() => fs.writeFileSync(folder + '/sub/below/secret', 'mine', { flag: 'wx' }))
  for (let i = 0; i < 20; i += 1) for (const place of ['/sub', '/sub/below']) swap(place)
}`

/** Alternates a file with links to a secret, in one place. */
const SWAP_FILES = `
const fs = require('node:fs')
const { parentPort, workerData: { folder, secret } } = require('node:worker_threads')
const attempt = (work) => { try { work() } catch {} }
for (let round = 0; ; round += 1) {
  if (round === 10) parentPort.postMessage('swapping')
  for (const name of ['/file', '/file.partial']) {
    attempt(() => fs.writeFileSync(folder + '/own', 'mine'))
    attempt(() => fs.renameSync(folder + '/own', folder + name))
    attempt(() => fs.symlinkSync(secret, folder + '/link'))
    attempt(() => fs.renameSync(folder + '/link', folder + name))
    attempt(() => fs.linkSync(secret, folder + '/hard'))
    attempt(() => fs.renameSync(folder + '/hard', folder + name))
  }
}`

let hostile: HostileFolder
let attacker: Worker | undefined
beforeEach(() => {
  hostile = createHostileFolder()
})
afterEach(async () => {
  await attacker?.terminate()
  hostile.remove()
})

async function attack(script: string): Promise<void> {
  const { folder, secretFile } = hostile
  const outside = path.dirname(secretFile)
  const workerData = { folder, outside, secret: secretFile }
  attacker = new Worker(script, { eval: true, workerData })
  await once(attacker, 'message')
}

/** The result of a walk: it may fail, but nothing outside may change. */
const settled = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => {
      hostile.requireUntouched(error)
      return error.code
    },
  )

describe('while folders and links are swapped', () => {
  it('removes nothing outside, and everything inside once nobody adds anything', async () => {
    await attack(SWAP_FOLDERS)
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(['done', 'folder_unavailable']).toContain(
        await settled(remove(`${hostile.folder}/sub`)),
      )
      hostile.requireUntouched()
    }
    await attacker?.terminate()
    await remove(hostile.folder)
    expect(fs.existsSync(hostile.folder)).toBe(false)
    hostile.requireUntouched()
  })

  it('measures nothing outside', async () => {
    fs.writeFileSync(hostile.secretFile, Buffer.alloc(4 * 1024 * 1024, 1))
    await attack(SWAP_FOLDERS)
    for (let round = 0; round < ROUNDS; round += 1)
      expect((await measure(hostile.folder)).bytes).toBeLessThan(1024 * 1024)
  })

  it.runIf(process.getuid?.() === 0)('gives nothing outside away', async () => {
    await attack(SWAP_FOLDERS)
    for (let round = 0; round < ROUNDS; round += 1) {
      await settled(giveTo(hostile.folder, { uid: 0x7fff_0001 + (round % 2), gid: 0x7fff_0001 }))
      fs.chownSync(hostile.folder, 0, 0)
      hostile.requireUntouched()
      expect(fs.statSync(path.dirname(hostile.secretFile)).uid).toBe(0)
    }
  })
})

describe('while files and links are swapped', () => {
  it('reads and writes only the file', async () => {
    await attack(SWAP_FILES)
    const { folder } = hostile
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const read = await readFileIn(folder, 'file', { maxBytes: 100 }).catch(settledError)
      seen.add(read?.content.toString() ?? 'none')
      await settled(writeFileIn(folder, 'file', { content: 'new', mode: 0o600, owner: undefined }))
      await settled(removeIn(folder, 'file'))
      hostile.requireUntouched([...seen])
    }
    expect([...seen].filter((text) => !['mine', 'new', '', 'none'].includes(text))).toEqual([])
  })

  function settledError(error: unknown): undefined {
    expect(error).toMatchObject({ code: 'unexpected_file' })
    return undefined
  }
})
