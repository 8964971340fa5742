import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freeBytes } from '../../lib/free-bytes.ts'
import { openDataFolder } from './data-folder.ts'

/** Only root can mount a file system, and not in every container. */
const canMount = (() => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', os.tmpdir()])
    return process.platform === 'linux' && process.getuid?.() === 0
  } catch {
    return false
  }
})()

describe.runIf(canMount)('a data folder on a disk of its own', () => {
  let root: string
  const open = () =>
    openDataFolder(root, { account: undefined, runtimeDir: os.tmpdir(), freeBytes })
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root])

  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
    mount('size=64m')
  })
  afterEach(async () => {
    execFileSync('umount', [root])
    await rm(root, { recursive: true })
  })

  it('is not opened while the disk is full, and is opened once there is space', async () => {
    await writeFile(path.join(root, 'other'), Buffer.alloc(60 * 1024 * 1024))
    await expect(open()).rejects.toMatchObject({ code: 'disk_full' })
    await rm(path.join(root, 'other'))
    expect((await open()).installationKey).toHaveLength(32)
  })

  it('is not opened while the disk is read-only', async () => {
    mount('remount,ro')
    await expect(open()).rejects.toMatchObject({ code: 'data_folder_read_only' })
  })
})
