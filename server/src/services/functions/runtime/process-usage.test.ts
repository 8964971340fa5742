import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bytesOf } from './process-usage.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-usage-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('counts the size of the files in a folder and below it, and nothing that links lead to', async () => {
  await mkdir(path.join(folder, 'below'))
  await writeFile(path.join(folder, 'a'), 'x'.repeat(1000))
  await writeFile(path.join(folder, 'below', 'b'), 'x'.repeat(500))
  await symlink(process.execPath, path.join(folder, 'link'))
  const bytes = await bytesOf(folder, 1e9)
  expect(bytes).toBeGreaterThan(1500)
  expect(bytes).toBeLessThan(100_000)
})
