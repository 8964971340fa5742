import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { verifyJwt } from '../server/src/lib/jwt.ts'
import { bareStatements } from './bare-statements.ts'

/** The same number of connections that the data API uses per project. */
const CONNECTIONS = 8
/**
 * The same number of concurrent reads that the data API sends on one connection. A Postgres backend
 * that is already running responds fastest.
 */
const MOST_ON_LANE = 8

/**
 * The baseline for the data API's speed: the fastest handler that does the same work. It verifies
 * the token; sends begin, role and claims, the prepared statement, and commit together on a
 * pipelined connection; and returns the JSON that Postgres built.
 */
const { SOCKET_DIR: host = '', PASSWORD: password = '', JWT_SECRET: secret = '' } = process.env

const lanes = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    const login = { host, port: 5432, database: 'postgres', user: 'authenticator', password }
    const client = new pg.Client({ ...login, pipeline: true })
    await client.connect()
    return { client, busy: 0 }
  }),
)
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    answer(request, response, '')
    return
  }
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => answer(request, response, body))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

function answer(request: IncomingMessage, response: ServerResponse, sent: string): void {
  const { url = '' } = request
  const statement = bareStatements[url]
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const verified = verifyJwt(token, secret, new Date())
  if (!statement || verified.state !== 'valid') {
    response.writeHead(401).end()
    return
  }
  const { text, isReadOnly, status } = statement
  const lane =
    (request.method === 'GET' && lanes.find(({ busy }) => busy < MOST_ON_LANE)) ||
    lanes.reduce((least, next) => (next.busy < least.busy ? next : least))
  lane.busy += 1
  const { client } = lane
  void Promise.all([
    client.query(isReadOnly ? 'begin read only' : 'begin'),
    client.query({
      name: 'settings',
      text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      values: [verified.claims['role'], JSON.stringify(verified.claims)],
    }),
    client.query<{ body: string }>({ name: url, text, values: [...statement.values(sent)] }),
    client.query('commit'),
  ]).then(([, , { rows }]) => {
    lane.busy -= 1
    const body = Buffer.from(rows[0]?.body ?? '')
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
    }
    response.writeHead(status, headers).end(body)
  })
}
