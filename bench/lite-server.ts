import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

/** Serves `@supabase/lite` on the given Postgres with the given JWT secret and prints its URL. */
const { SOCKET_DIR: host = '', PASSWORD: password = '' } = process.env
const connection = createPostgresConnection({
  url: 'postgres://postgres@localhost/postgres',
  // All sides use the same Unix socket, so that no side pays for the Postgres gateway.
  postgresOptions: { host, port: 5432, user: 'postgres', password },
})
const app = new App({
  connection,
  auth: { enabled: true, jwt_secret: process.env['JWT_SECRET'] ?? '' },
  options: { server: { apiKeys: false } },
})

const server = createServer((request, response) => {
  const url = `http://${request.headers.host}${request.url}`
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  void Promise.resolve(app.fetch(new Request(url, { headers }), { peerAddress: '127.0.0.1' })).then(
    async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
