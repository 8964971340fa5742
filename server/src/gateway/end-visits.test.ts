import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { anonymousCaller } from '../project/resolve-caller.ts'
import { createTestGateway, type TestGateway } from '../../test/gateway.ts'

let test: TestGateway
/** The clients disconnect at the end of each test. */
let leaving: AbortController

beforeEach(async () => {
  test = await createTestGateway([
    {
      name: 'events',
      title: 'Events',
      publicDoor: {
        keyless: ['/open'],
        admit: ({ url }) => (url.endsWith('/own') ? anonymousCaller : undefined),
        routes(app) {
          for (const path of ['/', '/open', '/open/own'])
            app.get(path, (_request, reply) => {
              const stream = new Readable({ read() {} })
              stream.push('first')
              return reply.send(stream)
            })
        },
      },
    },
  ])
  leaving = new AbortController()
  return () => {
    leaving.abort()
    return test.close()
  }
})

/** Starts reading an endless response. Resolves once it has begun. */
async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${test.url}/p/${test.ref}/events/v1${path}`, {
    headers,
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  let isOver = false
  const ended = response.text().finally(() => (isOver = true))
  ended.catch(() => {})
  return { ended, isOver: () => isOver }
}
const withKey = () => ({ apikey: test.keys.publishableKey })

describe('a response that is still being sent', () => {
  it.each([
    ['the key of its request is revoked', () => (test.keys = test.newKeys())],
    ['its organization is restricted', () => (test.isRestricted = true)],
    ['its project is paused or deleted', () => (test.isPaused = true)],
  ])('ends when %s', async (_when, change) => {
    const { ended } = await open('/', withKey())
    change()
    await expect(ended).rejects.toThrow('terminated')
    await expect.poll(() => test.leases.size).toBe(0)
  })

  it('continues if it needed no key, or if its token was never accepted by the keys', async () => {
    const keyless = await open('/open')
    const own = await open('/open/own', { authorization: 'Bearer of-the-service-itself' })
    const { ended } = await open('/', withKey())
    test.keys = test.newKeys()
    await expect(ended).rejects.toThrow('terminated')
    expect([keyless.isOver(), own.isOver()]).toEqual([false, false])
  })
})
