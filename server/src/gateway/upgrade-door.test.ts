import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyRing } from '../project/keys/key-ring.ts'
import { createTestGateway, type TestGateway } from '../../test/gateway.ts'

const ACCEPTED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n'

let test: TestGateway
/** Refuses a handshake that was passed to the service. */
let refuseLater: (() => void) | undefined

beforeEach(async () => {
  refuseLater = undefined
  test = await createTestGateway([
    {
      name: 'chat',
      title: 'Chat',
      publicDoor: {
        upgrade({ socket, path, refuse }) {
          if (path === '/undecided') refuseLater = () => refuse('HTTP/1.1 404 Not Found\r\n\r\n')
          else if (path === '/broken') throw new Error('A fault of the service')
          else
            socket
              .on('end', () => socket.end())
              .resume()
              .write(ACCEPTED)
        },
      },
    },
  ])
})
afterEach(() => test.close())

describe('a refused handshake', () => {
  it.each([
    ['has a wrong key', '/chat/v1/', ['apikey: wrong'], '401'],
    ['has no key', '/chat/v1/', [], '401'],
    ['is refused by the service', '/chat/v1/broken', undefined, '500'],
    ['leads nowhere', '/none/v1/', undefined, '404'],
  ])('that %s holds no project awake, however long its client stays', async (...given) => {
    const [, path, headers, status] = given
    const { socket, accepted } = await test.handshake(path, headers)
    socket.write('unread')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString().slice(9, 12)).toBe(status)
    expect(test.leases.size).toBe(0)
    // Its connection stays for a while, so that the client receives the refusal.
    expect(accepted.destroyed).toBe(false)
  })

  it('that the service refuses later releases the project then', async () => {
    const { socket } = await test.handshake('/chat/v1/undecided')
    await expect.poll(() => refuseLater).toBeDefined()
    expect(test.leases.size).toBe(1)
    refuseLater?.()
    expect(test.leases.size).toBe(0)
    await once(socket, 'data')
  })
})

describe('an accepted WebSocket', () => {
  it('keeps the project awake until it closes', async () => {
    const { socket } = await test.handshake('/chat/v1/')
    await once(socket, 'data')
    expect(test.leases.size).toBe(1)
    socket.destroy()
    await expect.poll(() => test.leases.size).toBe(0)
  })

  it.each([
    ['its key is revoked', () => (test.keys = test.newKeys())],
    ['its organization is restricted', () => (test.isRestricted = true)],
    ['its project is paused or deleted', () => (test.isPaused = true)],
  ])('is closed when %s', async (_when, change) => {
    const { socket, accepted } = await test.handshake('/chat/v1/')
    await once(socket, 'data')
    change()
    await expect.poll(() => accepted.destroyed).toBe(true)
    await expect.poll(() => test.leases.size).toBe(0)
  })

  it('stays open when keys are changed that it does not use', async () => {
    const { publishableKey, secretKey, verifying } = test.keys
    const kept = await test.handshake('/chat/v1/', [`apikey: ${publishableKey}`])
    const other = await test.handshake('/chat/v1/', [`apikey: ${secretKey}`])
    await Promise.all([once(kept.socket, 'data'), once(other.socket, 'data')])
    const opaque = verifying.opaque.filter(({ value }) => value === publishableKey)
    test.keys = createKeyRing({ ...verifying, opaque, inUse: undefined, noteUse() {} })
    await expect.poll(() => other.accepted.destroyed).toBe(true)
    expect(kept.accepted.destroyed).toBe(false)
  })
})
