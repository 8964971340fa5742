import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createRememberedBackups,
  type RememberedBackups,
} from '../../../test/remembered-backups.ts'
import { createTestPlatform, OPERATOR_TOKEN, type TestPlatform } from '../../../test/platform.ts'
import { runCli } from '../run.ts'

let test: TestPlatform
let backups: RememberedBackups
let folder: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  backups = createRememberedBackups({ now: () => test.clock.at })
  const { app } = await test.restart({ backups })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-cli-'))
  await mkdir(path.join(folder, '.stoa'))
  const file = path.join(folder, '.stoa', 'operator.json')
  await writeFile(file, JSON.stringify({ url, token: OPERATOR_TOKEN }))
  await chmod(file, 0o600)
  const owner = await test.person('owner')
  ref = await test.project(owner, await test.organization(owner), 'Shop')
  test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
})
afterAll(async () => {
  await test.stop()
  await rm(folder, { recursive: true, force: true })
})

async function stoa(...line: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runCli(['backups', ...line], {
    env: {},
    checkout: folder,
    readInput: async () => '',
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

it('takes a backup and lists it with what can be restored', async () => {
  expect((await stoa('list', 'Shop')).out).toBe('No backups yet.')
  expect(await stoa('create', 'Shop', '--name', 'Before')).toMatchObject({ code: 0, errors: '' })
  await expect.poll(() => backups.archive.list(ref)).toHaveLength(1)
  const until = new Date('2026-03-01T12:00:00Z')
  backups.reaches(ref, [{ from: new Date('2026-03-01T11:00:00Z'), until }])
  const { out } = await stoa('list', 'Shop')
  expect(out).toMatch(/^ID +NAME +STATUS +TIME +VERIFICATION\nbackup-\d+ +Before +complete /)
  expect(out).toMatch(/\nRestorable: 2026-03-01T11:00:00\.000Z to 2026-03-01T12:00:00\.000Z$/)
})

it('restores a moment, or a backup into a new project', async () => {
  expect(await stoa('restore', 'Shop', '--at', '2026-03-01T11:30:00Z')).toMatchObject({
    code: 0,
    out: `${ref} is RESTORING.`,
  })
  const at = new Date('2026-03-01T11:30:00Z')
  expect(test.fleet.restores).toContainEqual({ ref, target: { kind: 'time', at } })
  const [backup] = await backups.archive.list(ref)
  const id = backup?.id ?? ''
  const copy = await stoa('clone', 'Shop', '--backup', id, '--name', 'Copy', '--json')
  expect(JSON.parse(copy.out)).toMatchObject({ status: 'COMING_UP' })
})

it.each([
  ['neither a backup nor a moment', []],
  ['both', ['--backup', 'x', '--at', '2026-03-01']],
  ['a moment that is no time', ['--at', 'yesterday']],
])('refuses to restore %s', async (_name, options) => {
  const { code, errors } = await stoa('restore', 'Shop', ...options)
  expect([code, errors]).toEqual([1, expect.stringMatching(/^invalid_option: /)])
})
