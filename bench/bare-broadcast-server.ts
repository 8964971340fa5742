import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** The baseline for realtime: sends what one client sends to all others at the same path. */
const rooms = new Map<string, Set<WebSocket>>()
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
server.on('connection', (sender, { url = '/' }) => {
  const room = rooms.get(url) ?? new Set()
  rooms.set(url, room.add(sender))
  sender.on('close', () => room.delete(sender))
  sender.on('message', (data, binary) => {
    for (const client of room)
      if (client !== sender && client.readyState === WebSocket.OPEN) client.send(data, { binary })
  })
})
process.once('SIGTERM', () => process.exit(0))
