import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../test/platform.ts'
import { createTestProject, type TestProject } from '../../test/project.ts'
import type { Lease } from '../fleet/port.ts'
import type { Service } from '../project/service.ts'
import { systemClock } from '../lib/clock.ts'
import { silentLog } from '../lib/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createApiPort } from './address.ts'
import { createGateway } from './gateway.ts'

const service: Service = {
  name: 'rest',
  title: 'Data API',
  publicDoor: {
    routes(app) {
      app.get('/', () => ({}))
      app.post('/', (request) => request.body)
    },
  },
  memberDoors: [
    {
      needs: 'database',
      routes: [
        (app) => {
          app.get('/platform/logs/:ref/rows', { config: { access: 'database:read' } }, () => [])
        },
      ],
    },
  ],
}

let test: TestPlatform
let project: TestProject
let gateway: FastifyInstance
let owner: TestPerson
let ref: string
/**
 * A project that is waking: resolves when a request asks for it, and with the lease once it is
 * awake.
 */
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
    requireReady() {},
    metrics: createMetrics({ clock: systemClock }),
    platformProject: project.project,
    dashboardDir: '/nonexistent',
    editorDir: '/nonexistent',
    publicHost: undefined,
    apiPort: createApiPort(),
    apiOrigin: () => 'http://localhost:8001',
    maxConnectionsPerAddress: 0,
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

/** Sends a request's headers to a project that is waking, and waits until the gateway asks for it. */
async function begin(method: string, path: string, headers: readonly string[]) {
  asked = Promise.withResolvers()
  awake = Promise.withResolvers()
  const accepted = once(gateway.server, 'connection')
  const client = connect((gateway.server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = (await accepted) as [Socket]
  const head = [`${method} ${path.replace(':ref', ref)} HTTP/1.1`, 'Host: localhost', ...headers]
  client.write(`${head.join('\r\n')}\r\n\r\n`)
  await asked.promise
  return { client, socket }
}

describe('the lease of a request', () => {
  it('is taken when a small body has arrived', async () => {
    asked = Promise.withResolvers()
    awake = Promise.withResolvers()
    let isAsked = false
    void asked.promise.then(() => (isAsked = true))
    const client = connect((gateway.server.address() as AddressInfo).port, '127.0.0.1')
    const accepted = once(gateway.server, 'connection')
    const head = [
      `POST /p/${ref}/rest/v1/ HTTP/1.1`,
      'Host: localhost',
      `apikey: ${project.project.keys.publishableKey}`,
      'Content-Type: text/plain',
      'Content-Length: 9',
    ]
    client.write(`${head.join('\r\n')}\r\n\r\nhalf`)
    const [socket] = (await accepted) as [Socket]
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
    // Another request to the project shows how far the first one would have got.
    await fetch(`http://127.0.0.1:${socket.localPort}/p/${ref}/rest/v1/nothing`)
    expect(isAsked).toBe(false)
    let text = ''
    client.on('data', (chunk: Buffer) => (text += chunk.toString()))
    client.write(' done')
    await asked.promise
    awake.resolve({
      project: project.project,
      faultOf: () => undefined,
      isOver: () => false,
      release() {},
    })
    await expect.poll(() => text).toContain('half done')
    client.destroy()
  })

  it.each(['/p/:ref/rest/v1/', '/platform/logs/:ref/rows'])(
    'to %s is released if the client disconnected while the project woke',
    async (path) => {
      const released = Promise.withResolvers<void>()
      const headers = [`Authorization: Bearer ${owner.token}`]
      const { client, socket } = await begin('GET', path, headers)
      const left = once(socket, 'close')
      client.destroy()
      await left
      awake.resolve({
        project: project.project,
        faultOf: () => undefined,
        isOver: () => false,
        release: released.resolve,
      })
      await expect(released.promise).resolves.toBeUndefined()
    },
  )

  it('is released if the body arrives too slowly', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const headers = [
      `apikey: ${project.project.keys.publishableKey}`,
      'Content-Type: text/plain',
      'Content-Length: 99999',
    ]
    const { client } = await begin('POST', '/p/:ref/rest/v1/', headers)
    let isReleased = false
    awake.resolve({
      project: project.project,
      faultOf: () => undefined,
      isOver: () => false,
      release: () => void (isReleased = true),
    })
    await expect
      .poll(() => {
        vi.advanceTimersByTime(60_000)
        return isReleased
      })
      .toBe(true)
    client.destroy()
  })
})
