import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../test/platform.ts'
import { createTestProject, type TestProject } from '../../test/project.ts'
import type { Lease } from '../fleet/port.ts'
import type { Service } from '../project/service.ts'
import { silentLog } from '../lib/log.ts'
import { createGateway } from './gateway.ts'

const service: Service = {
  name: 'rest',
  title: 'Data API',
  publicDoor: { routes: (app) => void app.get('/', () => ({})) },
  memberDoors: [
    {
      needs: 'database',
      routes(app) {
        app.get('/platform/logs/:ref/rows', { config: { access: 'database:read' } }, () => [])
      },
    },
  ],
}

let test: TestPlatform
let project: TestProject
let gateway: FastifyInstance
let owner: TestPerson
let ref: string
/** A project that wakes: who asks for it, and what they are given once it is awake. */
let asked = Promise.withResolvers<void>()
let awake = Promise.withResolvers<Lease>()

beforeAll(async () => {
  test = await createTestPlatform()
  project = await createTestProject()
  owner = await test.person('owner')
  ref = await test.project(owner, await test.organization(owner))
  const acquire = () => {
    asked.resolve()
    return awake.promise
  }
  gateway = await createGateway({
    fleet: { ...test.fleet, acquire },
    services: [service],
    platform: test.platform,
    platformProject: project.project,
    dashboardDir: '/nonexistent',
    editorDir: '/nonexistent',
    publicHost: undefined,
    clock: { now: () => test.clock.at },
    log: silentLog,
  })
  await gateway.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await gateway.close()
  await project.stop()
  await test.stop()
})

describe('a project that a request woke', () => {
  it.each(['/p/:ref/rest/v1/', '/platform/logs/:ref/rows'])(
    'is let go when the client of %s went away meanwhile',
    async (path) => {
      asked = Promise.withResolvers()
      awake = Promise.withResolvers()
      const released = Promise.withResolvers<void>()
      const left = Promise.withResolvers<void>()
      gateway.server.once('connection', (socket) => socket.once('close', () => left.resolve()))
      const socket = connect((gateway.server.address() as AddressInfo).port, '127.0.0.1')
      await once(socket, 'connect')
      const head = [
        `GET ${path.replace(':ref', ref)} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${owner.token}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      await asked.promise
      socket.destroy()
      await left.promise
      awake.resolve({
        project: project.project,
        faultOf: () => undefined,
        release: released.resolve,
      })
      await expect(released.promise).resolves.toBeUndefined()
    },
  )
})
