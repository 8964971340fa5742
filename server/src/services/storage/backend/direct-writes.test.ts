import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DirectWrites } from './content-place.ts'
import { createDiskPlace } from './disk-place.ts'

let folder: string
let writes: DirectWrites

const open = (): DirectWrites => {
  const { direct } = createDiskPlace(folder)
  if (!direct) throw new Error('unreached')
  return direct
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-direct-'))
  writes = open()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

let last = 0
/** A new version whose directory has this name. */
const versionIn = (directory: string) =>
  `${directory}000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`
const write = async (version: string) => {
  await writes.write(version, Buffer.from('content'))
  return version
}
const marks = () => readdir(path.join(folder, 'writing')).catch(() => [])

it('has a mark for every file without a row, even while a mark is removed and created again', async () => {
  for (let turns = 0; turns < 60; turns += 1) {
    writes.settle(await write(versionIn('aa')))
    const other = write(versionIn('bb'))
    // The mark of the first directory is being removed, at whatever step that is.
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    if (turns % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
    const again = await write(versionIn('aa'))
    expect(await marks()).toContain('aa')
    writes.settle(await other)
    writes.settle(again)
  }
})

it('removes a mark when the last of its files has a row and another directory is in use', async () => {
  const [first, second] = [await write(versionIn('aa')), await write(versionIn('aa'))]
  writes.settle(await write(versionIn('bb')))
  writes.settle(first)
  expect(await marks()).toEqual(['aa', 'bb'])
  writes.settle(second)
  await expect.poll(marks).toEqual(['bb'])
})

it('leaves marks only for files without a row when it is closed, and continues after that', async () => {
  writes.settle(await write(versionIn('aa')))
  await writes.close()
  expect(await marks()).toEqual([])
  expect(await open().unsettled()).toEqual([])
  const unsettled = await write(versionIn('aa'))
  await writes.close()
  const after = open()
  expect(await after.unsettled()).toContain(unsettled)
  for (const name of await readdir(path.join(folder, 'content', 'aa'))) after.settle(name)
  await after.close()
  expect(await marks()).toEqual([])
})
