import { listProjects } from '@stoa/contract/platform/projects'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createClient } from './client.ts'

it('reads the credential again if the server has restarted since', async () => {
  const server = createServer(({ headers }, response) => {
    const isKnown = headers.authorization === 'Bearer new'
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(isKnown ? '[]' : '{"code":"unauthorized","message":"Not signed in."}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tokens = ['old', 'new', 'other', 'other']
  const client = createClient(async () => ({ url, token: tokens.shift() ?? '' }))
  expect(await client(listProjects)).toEqual([])
  await expect(client(listProjects)).rejects.toMatchObject({ code: 'unauthorized' })
  server.closeAllConnections()
  server.close()
})
