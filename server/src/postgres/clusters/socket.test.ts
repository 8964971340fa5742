import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clusterSocketFolder, openClusterSocket } from './socket.ts'
import { runAs } from '../engines/run.ts'

let folder: string
let socketDir: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  socketDir = path.join(folder, 's')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const mode = async (place: string) => (await stat(place)).mode & 0o777

it('replaces what an earlier server left, and can be opened again', async () => {
  const place = path.join(clusterSocketFolder(socketDir), '.s.PGSQL.1')
  const options = { socketDir, account: undefined }
  const first = await openClusterSocket(options, 1, (socket) => socket.end('first'))
  first.close()
  await writeFile(place, 'left')
  const second = await openClusterSocket(options, 1, (socket) => socket.end('second'))
  const received = new Promise((resolve) => {
    connect(place).on('data', (data) => resolve(data.toString()))
  })
  expect(await received).toBe('second')
  expect([await mode(second.folder), await mode(place)]).toEqual([0o700, 0o600])
  second.close()
  await expect(readFile(place)).rejects.toThrow('ENOENT')
})

// Only root can run programs as another account.
describe.runIf(process.getuid?.() === 0)('a socket for the account of a cluster', () => {
  const account = { name: 'mine', uid: 1_900_000_001, gid: 1_900_000_001 }
  const other = { name: 'other', uid: 1_900_000_002, gid: 1_900_000_002 }

  it('is open to this account, which cannot replace it, and closed to others', async () => {
    await runAs(undefined, 'chmod', ['755', folder])
    const socket = await openClusterSocket({ socketDir, account }, 1, (local) => local.end())
    const place = path.join(socket.folder, '.s.PGSQL.1')
    await runAs(account, 'test', ['-w', place])
    await expect(runAs(account, 'rm', ['-f', place])).rejects.toThrow('Permission denied')
    await expect(runAs(account, 'ls', [socket.folder])).rejects.toThrow('Permission denied')
    await expect(runAs(other, 'test', ['-w', place])).rejects.toThrow('Command failed')
    socket.close()
  })
})
