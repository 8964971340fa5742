import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExceptions } from './exceptions.ts'

let folder: string
let resolvConf: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-exceptions-'))
  resolvConf = path.join(folder, 'resolv.conf')
})
afterAll(() => rm(folder, { recursive: true }))

const resolver = (address: string) => ({ address, port: 53, protocols: ['udp', 'tcp'] })
const server = (address: string, port: number) => ({ address, port, protocols: ['tcp'] })

it('follows the name servers of the machine', async () => {
  const exceptions = createExceptions([], resolvConf)
  expect(await exceptions()).toEqual([resolver('127.0.0.1')])
  await writeFile(resolvConf, 'nameserver 10.0.0.2')
  expect(await exceptions()).toEqual([resolver('10.0.0.2')])
})

it('opens servers at private addresses, with the port of their URL', async () => {
  const urls = [
    'http://10.0.0.5:4873/npm/',
    'https://[fd00::5]/',
    'http://10.0.0.6/',
    'https://1.1.1.1/',
  ]
  const [, ...servers] = await createExceptions(urls, resolvConf)()
  expect(servers).toEqual([
    server('10.0.0.5', 4873),
    server('fd00::5', 443),
    server('10.0.0.6', 80),
  ])
})

it('looks names of servers up, and passes over those without an address', async () => {
  const urls = ['http://localhost:4873/', 'http://does-not-exist.invalid/']
  const [, ...servers] = await createExceptions(urls, resolvConf)()
  expect(servers).toContainEqual(server('127.0.0.1', 4873))
  expect(servers.every(({ port }) => port === 4873)).toBe(true)
})
