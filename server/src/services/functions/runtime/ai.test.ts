import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFunctionsApp, type FunctionsApp } from '../../../../test/functions/app.ts'

type Received = {
  readonly url: string | undefined
  readonly authorization: string | undefined
  readonly body: unknown
}

let app: FunctionsApp
let server: http.Server
let host: string
let received: Received[]
/** The response of the server of the models. */
let respond: (response: http.ServerResponse) => void

const json = (value: unknown, status = 200) => {
  respond = (response) => response.writeHead(status).end(JSON.stringify(value))
}
const parts = (...texts: readonly string[]) => {
  respond = (response) => {
    for (const text of texts) response.write(text)
    response.end()
  }
}

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const { url, headers } = request
      received.push({ url, authorization: headers.authorization, body: JSON.parse(text) })
      respond(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await createFunctionsApp({}, { allowsPrivateAddresses: true })
  app.secrets['AI_INFERENCE_API_HOST'] = host
  await deploy(app)
})
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  received = []
})

/** Runs a session with what the request says, and responds with its result or its error. */
const deploy = (to: FunctionsApp) =>
  to.deploy(
    'ask',
    `Deno.serve(async (request) => {
       const { model = 'mistral', input, options, abort } = await request.json()
       const signal = abort ? AbortSignal.timeout(abort) : undefined
       const parts = []
       try {
         const session = new Supabase.ai.Session(model)
         const result = await session.run(input, { ...options, signal })
         if (!options?.stream) return Response.json({ result })
         for await (const part of result) parts.push(part)
         return Response.json({ parts })
       } catch (error) {
         return Response.json({ parts, code: error.code, name: error.name, message: error.message })
       }
     })`,
  )

async function ask(given: unknown, of = app): Promise<unknown> {
  const response = await of.call('ask', { method: 'POST', body: JSON.stringify(given) })
  return response.json()
}

it('calls Ollama, and returns its message', async () => {
  json({ model: 'mistral', response: 'Hello', done: true })
  expect(await ask({ input: 'Hi' })).toEqual({
    result: { model: 'mistral', response: 'Hello', done: true },
  })
  expect(received).toEqual([
    {
      url: '/api/generate',
      authorization: undefined,
      body: { model: 'mistral', prompt: 'Hi', stream: false },
    },
  ])
})

it('streams the messages of Ollama, wherever the network splits them', async () => {
  parts('{"response":"Hel","do', 'ne":false}\n{"response":"lo"', ',"done":true}\n')
  expect(await ask({ input: 'Hi', options: { stream: true } })).toEqual({
    parts: [
      { response: 'Hel', done: false },
      { response: 'lo', done: true },
    ],
  })
})

const choice = (content: string, finish_reason: string | null = null) => ({
  choices: [{ delta: { content }, finish_reason }],
})

it('calls a server with the protocol of OpenAI, with messages or a text', async () => {
  const answer = { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }
  json(answer)
  const options = { mode: 'openaicompatible' }
  const input = { messages: [{ role: 'user', content: 'Hi' }], temperature: 0 }
  expect(await ask({ input, options })).toEqual({ result: answer })
  await ask({ input: 'Hi', options })
  expect(received.map(({ url, body }) => [url, body])).toEqual([
    ['/v1/chat/completions', { ...input, model: 'mistral', stream: false }],
    [
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: 'Hi' }], model: 'mistral', stream: false },
    ],
  ])
})

it('streams the events of a server with the protocol of OpenAI', async () => {
  const usage = { choices: [], usage: { total_tokens: 7 } }
  parts(
    ': a comment\n\n',
    `event: message\r\ndata: ${JSON.stringify(choice('Hel'))}\r\n\r\n`,
    `data: ${JSON.stringify(choice('lo', 'stop'))}\n\ndata:${JSON.stringify(usage)}\n\n`,
    'data: [DONE]\n\n',
  )
  const options = { mode: 'openaicompatible', stream: true }
  expect(await ask({ input: 'Hi', options })).toEqual({
    parts: [choice('Hel'), choice('lo', 'stop'), usage],
  })
})

it('sends the secret AI_INFERENCE_API_KEY as a bearer token', async () => {
  json({ done: true })
  app.secrets['AI_INFERENCE_API_KEY'] = 'walrus'
  app.runtime.renew(app.project.ref)
  await ask({ input: 'Hi' })
  delete app.secrets['AI_INFERENCE_API_KEY']
  app.runtime.renew(app.project.ref)
  expect(received).toMatchObject([{ authorization: 'Bearer walrus' }])
})

it.each<[string, () => void, object, object]>([
  [
    'an error status, with the reason of the server',
    () => json({ error: 'model "mistral" not found' }, 404),
    {},
    { code: 'AI_HOST_ERROR', message: expect.stringMatching(/status 404: model "mistral" not/) },
  ],
  [
    'an error in a stream, after the parts before it',
    () => parts('{"response":"a","done":false}\n', '{"error":{"message":"out of memory"}}\n'),
    { stream: true },
    {
      parts: [{ response: 'a', done: false }],
      code: 'AI_HOST_ERROR',
      message: expect.stringContaining('out of memory'),
    },
  ],
  [
    'a stream that ends early',
    () => parts('{"response":"a","done":false}\n'),
    { stream: true },
    { parts: [expect.anything()], code: 'AI_RESPONSE_INCOMPLETE' },
  ],
  ['a page', () => parts('<html>'), {}, { code: 'AI_RESPONSE_INVALID' }],
  ['an unknown mode', () => json({}), { mode: 'toString' }, { name: 'TypeError' }],
  ['no response in time', () => (respond = () => {}), { timeout: 0.1 }, { code: 'AI_TIMEOUT' }],
  [
    'a stream that takes too long',
    () => (respond = (response) => void response.write('{"response":"a","done":false}\n')),
    { timeout: 0.3, stream: true },
    { parts: [expect.anything()], code: 'AI_TIMEOUT' },
  ],
])('rejects %s', async (_title, prepare, options, expected) => {
  prepare()
  expect(await ask({ input: 'Hi', options })).toMatchObject(expected)
})

it('ends the request when the caller aborts it', async () => {
  const closed = new Promise<void>((resolve) => {
    respond = (response) => void response.on('close', resolve)
  })
  expect(await ask({ input: 'Hi', abort: 100 })).toMatchObject({ name: 'TimeoutError' })
  await closed
})

it('has no model of its own, and explains what to do instead', async () => {
  expect(await ask({ model: 'gte-small', input: 'Hi' })).toMatchObject({
    code: 'AI_MODEL_UNAVAILABLE',
    message: expect.stringContaining('Call an embedding API'),
  })
})

it('reaches no private address unless the operator allows it, and needs the address of a server', async () => {
  const closed = await createFunctionsApp()
  try {
    await deploy(closed)
    expect(await ask({ input: 'Hi' }, closed)).toMatchObject({ code: 'AI_HOST_MISSING' })
    for (const [secret, code] of [
      [host, 'AI_HOST_UNREACHABLE'],
      ['file:///etc/passwd', 'AI_HOST_INVALID'],
    ] as const) {
      closed.secrets['AI_INFERENCE_API_HOST'] = secret
      closed.runtime.renew(closed.project.ref)
      expect(await ask({ input: 'Hi' }, closed)).toMatchObject({ code })
    }
    expect(received).toEqual([])
  } finally {
    await closed.close()
  }
})
