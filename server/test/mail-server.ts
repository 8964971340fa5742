import net from 'node:net'

export type TestMailServer = {
  readonly port: string
  /** The mails that were received, as they were sent. Tests empty it. */
  readonly received: string[]
  stop(): Promise<void>
}

/** Just enough of a mail server to receive mails. */
export async function createMailServer(): Promise<TestMailServer> {
  const received: string[] = []
  const server = net.createServer((socket) => {
    let isData = false
    let mail = ''
    socket.write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (isData && line !== '.') mail += `${line}\n`
        else if (isData) {
          isData = false
          received.push(mail)
          socket.write('250 kept\r\n')
        } else if (line === 'DATA') {
          isData = true
          mail = ''
          socket.write('354 go on\r\n')
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: String((server.address() as net.AddressInfo).port),
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
