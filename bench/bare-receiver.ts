import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Accepts webhooks and counts them; a GET returns how many there were. */
let received = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(String(received))
    return
  }
  request.resume().on('end', () => {
    received += 1
    response.end()
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
