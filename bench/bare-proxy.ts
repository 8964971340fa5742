import { Agent, createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The baseline for calls of functions: the minimum that a process between the client and Deno can
 * do, with Node's own client and streams. It checks, counts and logs nothing.
 */
const { TARGET = '' } = process.env
const { hostname, port } = new URL(TARGET)
const agent = new Agent({ keepAlive: true })

const server = createServer((request, response) => {
  const { method, url, headers } = request
  const outgoing = ask({ host: hostname, port, agent, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  request.pipe(outgoing)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
