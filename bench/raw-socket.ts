import { randomBytes } from 'node:crypto'
import net from 'node:net'

/** A WebSocket whose bytes the bench reads itself, because a library for thousands is a bottleneck. */
export type RawSocket = net.Socket

/** Resolves when the socket is open and, where it sends a first message, has got the reply to it. */
export function openSocket(
  url: string,
  { first, receive }: { readonly first?: string | undefined; receive(chunk: Buffer): void },
): Promise<RawSocket> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const socket = net.connect(Number(port), hostname)
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
      resolve(socket)
    }
    socket.on('data', (chunk) => {
      if (state === 'listening') return receive(chunk)
      answer += chunk.toString('latin1')
      if (state === 'opening') {
        if (!answer.includes('\r\n\r\n')) return
        if (!answer.startsWith('HTTP/1.1 101')) return reject(new Error(answer))
        answer = answer.slice(answer.indexOf('\r\n\r\n') + 4)
        if (first === undefined) return listen()
        state = 'joining'
        sendText(socket, first)
      }
      if (answer.includes('phx_reply')) listen()
    })
  })
}

const SHORT = 125

/** Sends a text frame of a client with a key of zeros (RFC 6455, 5.3). */
export function sendText(socket: RawSocket, text: string): void {
  const bytes = Buffer.byteLength(text)
  const head = bytes > SHORT ? 8 : 6
  const frame = Buffer.alloc(head + bytes)
  frame[0] = 0x81
  frame[1] = 0x80 | Math.min(bytes, SHORT + 1)
  if (bytes > SHORT) frame.writeUInt16BE(bytes, 2)
  frame.write(text, head)
  socket.write(frame)
}
