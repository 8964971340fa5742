import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The upper bound for Node: it responds to every request itself, with the empty function's body.
 */
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '5' }).end('hello')
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
