import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The response to one request. */
export type ModelReply =
  /** Words of the answer, and calls of tools after them, as OpenAI streams them. */
  | { readonly words?: readonly string[]; readonly calls?: readonly ScriptedCall[] }
  /** The data of events as they are, followed by the end of the connection. */
  | { readonly events: readonly unknown[] }
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  /** Some words, and then nothing more: the connection stays open, or breaks. */
  | { readonly words: readonly string[]; readonly ending: 'silence' | 'break' }

export type ScriptedCall = { readonly name: string; readonly input: unknown }

export type ModelRequest = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: {
    readonly messages: { role: string; content: unknown }[]
    readonly tools?: unknown[]
  }
}

export type ModelServer = {
  /** The address of its API, which ends in `/v1`. */
  readonly url: string
  readonly requests: ModelRequest[]
  /** Replies to the next requests in this order. Without a script, it says OK. */
  script(...replies: ModelReply[]): void
  stop(): Promise<void>
}

/** A server with OpenAI's chat completions, which says what a test has scripted. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const scripted: ModelReply[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url: path = '', headers } = request
    if (path.endsWith('/models')) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: [{ id: 'small' }, { id: 'large' }] }))
      return
    }
    requests.push({ path, headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
    send(response, scripted.shift() ?? { words: ['OK'] })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (...replies) => void scripted.push(...replies),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, reply: ModelReply): void {
  if ('status' in reply) {
    response.writeHead(reply.status, reply.headers)
    response.end(reply.body)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  if ('events' in reply) {
    for (const data of reply.events) event(data)
    response.end()
    return
  }
  for (const word of reply.words ?? []) event({ choices: [{ delta: { content: word } }] })
  if ('ending' in reply) {
    if (reply.ending === 'break') response.destroy()
    return
  }
  const calls = reply.calls ?? []
  for (const [index, { name, input }] of calls.entries()) {
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    const half = Math.floor(text.length / 2)
    const call = (part: object) =>
      event({ choices: [{ delta: { tool_calls: [{ index, ...part }] } }] })
    call({ id: `call_${index}`, function: { name, arguments: text.slice(0, half) } })
    call({ function: { arguments: text.slice(half) } })
  }
  event({ choices: [{ delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }] })
  event({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } })
  response.end('data: [DONE]\n\n')
}
