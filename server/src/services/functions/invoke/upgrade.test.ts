import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Project } from '../../../project/project.ts'
import { createUpgrades } from './upgrade.ts'

it('limits the WebSockets of each project', async () => {
  const open = createUpgrades(
    {
      requireToken() {},
      // Functions that take some time to respond.
      source: { find: () => new Promise(() => {}), secrets: async () => ({}) },
      runtime: undefined as never,
      logs: undefined as never,
    },
    2,
  )
  const connect = (ref: string) => {
    const socket = new PassThrough()
    open({
      request: new IncomingMessage(new Socket()),
      socket,
      head: Buffer.alloc(0),
      project: { ref } as Project,
      caller: { role: 'anon', claims: {}, claimsJson: '{}' },
      path: '/chat',
      query: new URLSearchParams(),
      refuse: (response) => void socket.end(response),
    })
    return socket
  }
  const [first] = [connect('one'), connect('one'), connect('other')]
  const refused = await text(connect('one'))
  expect(refused).toMatch(/^HTTP\/1\.1 429 /)
  expect(refused).toContain('TOO_MANY_WEBSOCKETS')
  first.destroy()
  await new Promise((resolve) => first.once('close', resolve))
  const next = connect('one')
  await new Promise((resolve) => setImmediate(resolve))
  expect(next.readableLength).toBe(0)
})
