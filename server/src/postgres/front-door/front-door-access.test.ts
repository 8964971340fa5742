import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { BAN_RULE } from '@stoa/contract/platform/network-access'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCertificate } from '../../../test/certificate.ts'
import { openTestDoor, type TestDoor } from '../../../test/front-door.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import type { AccessRules } from './access-rules.ts'

const tls = createCertificate(['*.db.example.com'], new Date())
const EVERYBODY: AccessRules = { allowedNetworks: ['0.0.0.0/0', '::/0'], requiresTls: false }
/** Connections of this machine can have any of its addresses. */
const OTHER = '127.0.0.2'

let test: TestProject
let door: TestDoor
let rules = EVERYBODY
const events: string[] = []

beforeAll(async () => {
  test = await createTestProject()
  door = await openTestDoor([test], {
    tls,
    rules: () => rules,
    onEvent: ({ message }) => events.push(message),
  })
})
beforeEach(() => {
  rules = EVERYBODY
})
afterAll(async () => {
  await door.close()
  await test.stop()
})

/** Connects to the door from another address of this machine. */
class OtherSocket extends Socket {
  override connect(): this {
    return super.connect({ port: door.port, host: '127.0.0.1', localAddress: OTHER })
  }
}

const otherClient = (config: pg.ClientConfig = {}) =>
  door.client(test, { stream: () => new OtherSocket(), ...config })

const failure = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  )

const one = async (client: pg.Client) => (await client.query('select 1 as one')).rows

describe('the allowed networks of a project', () => {
  it('admit clients by their address, before the project is opened', async () => {
    rules = { ...EVERYBODY, allowedNetworks: [`${OTHER}/32`] }
    const { opened } = door.leases()
    expect(await failure(door.client(test))).toMatchObject({
      code: '28000',
      message: `address 127.0.0.1 is not allowed to connect to project "${test.project.ref}"`,
      hint: expect.stringContaining('Network access'),
    })
    expect(door.leases().opened).toBe(opened)
    const admitted = await otherClient()
    expect(await one(admitted)).toEqual([{ one: 1 }])
    await admitted.end()
  })

  it('end open sessions that they no longer include, and no others', async () => {
    const [ended, stays] = [await door.client(test), await otherClient()]
    const reason = new Promise((resolve) => ended.once('error', resolve))
    rules = { ...EVERYBODY, allowedNetworks: [`${OTHER}/32`] }
    expect(await reason).toMatchObject({
      code: '28000',
      message: expect.stringContaining('address 127.0.0.1 is not allowed'),
    })
    expect(await one(stays)).toEqual([{ one: 1 }])
    await stays.end()
  })

  it('do not concern functions', async () => {
    rules = { allowedNetworks: [], requiresTls: true }
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
    const gate = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
      door.serveFunction(socket, test.project.ref),
    ).listen(path.join(folder, '.s.PGSQL.5432'))
    await once(gate, 'listening')
    const client = await door.client(test, { host: folder, port: 5432 })
    expect(await one(client)).toEqual([{ one: 1 }])
    await client.end()
    await new Promise((resolve) => gate.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })
})

describe('a project that requires TLS', () => {
  const ssl = { ca: tls.cert, servername: 'x.db.example.com' }

  it('refuses clients that do not encrypt, and admits those that do', async () => {
    rules = { ...EVERYBODY, requiresTls: true }
    expect(await failure(door.client(test))).toMatchObject({
      code: '28000',
      message: `project "${test.project.ref}" requires encrypted connections`,
      hint: expect.stringContaining('sslmode=require'),
    })
    const client = await door.client(test, { ssl })
    expect(await one(client)).toEqual([{ one: 1 }])
    await client.end()
  })

  it('ends open sessions without encryption', async () => {
    const [plain, encrypted] = [await door.client(test), await door.client(test, { ssl })]
    const reason = new Promise((resolve) => plain.once('error', resolve))
    rules = { ...EVERYBODY, requiresTls: true }
    expect(await reason).toMatchObject({
      message: expect.stringContaining('requires encrypted connections'),
    })
    expect(await one(encrypted)).toEqual([{ one: 1 }])
    await encrypted.end()
  })
})

describe('a client with too many wrong passwords', () => {
  const wrong = () => failure(otherClient({ password: 'wrong' }))

  it('is banned from the project, with a reason that names the end, until the ban is lifted', async () => {
    const open = await otherClient()
    for (let attempt = 0; attempt < BAN_RULE.maxFailures; attempt += 1)
      expect(await wrong()).toMatchObject({ code: '28P01' })
    expect(events).toContainEqual(
      expect.stringMatching(/^Connection refused: address 127\.0\.0\.2 is banned/),
    )
    expect(door.bans.list(test.project.ref)).toMatchObject([
      { network: OTHER, failures: BAN_RULE.maxFailures },
    ])
    expect(await failure(otherClient())).toMatchObject({
      code: '28000',
      message: expect.stringMatching(/^address 127\.0\.0\.2 is banned .* until [-\d]+ [:\d]+ UTC$/),
      hint: expect.stringContaining('lift the ban'),
    })
    // Sessions that are open, and other clients, are not affected.
    expect(await one(open)).toEqual([{ one: 1 }])
    await open.end()
    const other = await door.client(test)
    await other.end()
    expect(door.bans.lift(test.project.ref, [OTHER])).toEqual([OTHER])
    const again = await otherClient()
    expect(await one(again)).toEqual([{ one: 1 }])
    await again.end()
  })

  it('is not banned for a role or database that it may not use', async () => {
    for (let attempt = 0; attempt < BAN_RULE.maxFailures; attempt += 1)
      expect(await failure(otherClient({ database: 'missing' }))).toMatchObject({
        code: '3D000',
      })
    expect(door.bans.list(test.project.ref)).toEqual([])
  })
})
