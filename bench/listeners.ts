/**
 * Opens WebSockets in a process of its own and tells its parent when all of them have received
 * something. It reads the bytes itself, because a library for 5,000 clients would be the bottleneck.
 */
import { randomBytes } from 'node:crypto'
import net from 'node:net'

export type Order =
  /** Reports `opened`. Where `first` is sent, after the reply to it. */
  | { readonly kind: 'open'; readonly url: string; readonly count: number; readonly first?: string }
  /** Reports `expecting`, and `received` when each socket has received the text so many times. */
  | { readonly kind: 'expect'; readonly text: string; readonly times: number }

/** Sockets that are opened at the same time. */
const AT_ONCE = 50
const NOTHING = Buffer.alloc(0)

type Listener = { left: number; tail: Buffer }
const listeners: Listener[] = []
let missing = 0
let text = Buffer.alloc(0)

process.on('message', (order: Order) => {
  if (order.kind === 'open') {
    void open(order).then(() => process.send?.('opened'))
    return
  }
  text = Buffer.from(order.text)
  missing = listeners.length
  for (const listener of listeners) Object.assign(listener, { left: order.times, tail: NOTHING })
  process.send?.('expecting')
})

function receive(listener: Listener, chunk: Buffer): void {
  if (listener.left <= 0 || text.length === 0) return
  const bytes = listener.tail.length > 0 ? Buffer.concat([listener.tail, chunk]) : chunk
  let end = 0
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, end)) {
    end = at + text.length
    listener.left -= 1
  }
  // The rest can be the beginning of the text.
  listener.tail = bytes.subarray(Math.max(end, bytes.length - text.length + 1))
  if (listener.left <= 0 && (missing -= 1) === 0) process.send?.('received')
}

async function open({ url, count, first }: Extract<Order, { kind: 'open' }>): Promise<void> {
  for (let opened = 0; opened < count; opened += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => connect(url, first)))
}

/** Resolves when the socket is open and, where it sends a first message, has got a reply. */
function connect(url: string, first: string | undefined): Promise<void> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  const listener: Listener = { left: 0, tail: NOTHING }
  let answer = ''
  return new Promise((resolve, reject) => {
    let state: 'opening' | 'joining' | 'listening' = 'opening'
    socket.once('error', reject)
    socket.write(
      [
        `GET ${pathname}${search} HTTP/1.1`,
        `Host: ${host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        '\r\n',
      ].join('\r\n'),
    )
    const listen = () => {
      state = 'listening'
      listeners.push(listener)
      resolve()
    }
    socket.on('data', (chunk) => {
      if (state === 'listening') return receive(listener, chunk)
      answer += chunk.toString('latin1')
      if (state === 'opening') {
        if (!answer.includes('\r\n\r\n')) return
        if (!answer.startsWith('HTTP/1.1 101')) return reject(new Error(answer))
        answer = answer.slice(answer.indexOf('\r\n\r\n') + 4)
        if (first === undefined) return listen()
        state = 'joining'
        socket.write(masked(first))
      }
      if (answer.includes('phx_reply')) listen()
    })
  })
}

/** A text frame of a client with a key of zeros (RFC 6455, 5.3). */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(payload.length)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), payload])
}
