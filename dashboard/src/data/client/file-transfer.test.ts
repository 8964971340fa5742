import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { openFile, readFileStart, sendBody, sendFile } from './file-transfer.ts'

type Listener = (event: { loaded: number }) => void

/** Stands in for the browser's class: `answer` decides how the sent request ends. */
function stubRequests(answer: (request: FakeRequest) => void) {
  const sent: FakeRequest[] = []
  class FakeXMLHttpRequest {
    status = 0
    responseText = ''
    line = ''
    body: unknown
    headers: Record<string, string> = {}
    listeners = new Map<string, Listener[]>()
    upload = { addEventListener: this.addEventListener.bind(this) }
    addEventListener(name: string, listener: Listener) {
      this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener])
    }
    emit(name: string, loaded = 0) {
      for (const listener of this.listeners.get(name) ?? []) listener({ loaded })
    }
    open(method: string, url: string) {
      this.line = `${method} ${url}`
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    send(body: unknown) {
      this.body = body
      sent.push(this)
      answer(this)
    }
    abort() {
      this.emit('abort')
      this.emit('loadend')
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXMLHttpRequest)
  return sent
}

type FakeRequest = {
  status: number
  responseText: string
  line: string
  body: unknown
  headers: Record<string, string>
  emit: (name: string, loaded?: number) => void
}

const finish = (status: number, text: string) => (request: FakeRequest) => {
  request.status = status
  request.responseText = text
  request.emit('load')
  request.emit('loadend')
}
const POST = { method: 'POST', url: 'https://api/x', body: new Blob(['a']), headers: {} } as const

afterEach(() => vi.unstubAllGlobals())

it('sends a file with its type, and reports how much was sent', async () => {
  const sent = stubRequests((request) => {
    request.emit('progress', 1)
    request.emit('progress', 3)
    finish(200, '')(request)
  })
  const progress: number[] = []
  const file = new File(['abc'], 'a.txt', { type: 'text/plain' })
  const { signal } = new AbortController()
  await sendFile('https://api/f', file, { signal, onProgress: (bytes) => progress.push(bytes) })
  expect(sent[0]).toMatchObject({ line: 'PUT https://api/f', body: file })
  expect(sent[0]?.headers).toEqual({ 'Content-Type': 'text/plain' })
  expect(progress).toEqual([1, 3])
})

it('resolves to the text of the response', async () => {
  stubRequests(finish(201, '{"id":1}'))
  await expect(sendBody(POST, {})).resolves.toBe('{"id":1}')
})

it('rejects with what the server said, and with the status where it said nothing', async () => {
  const body = { code: 'too_large', message: 'The file is too large.', hint: 'Send a smaller one.' }
  stubRequests(finish(413, JSON.stringify(body)))
  await expect(sendBody(POST, {})).rejects.toMatchObject({
    code: 413,
    errorCode: 'too_large',
    message: 'The file is too large.',
    hint: 'Send a smaller one.',
  })
  stubRequests(finish(502, '<html>'))
  await expect(sendBody(POST, {})).rejects.toMatchObject({ code: 502 })
})

it('rejects if the server cannot be reached', async () => {
  stubRequests((request) => request.emit('error'))
  await expect(sendBody(POST, {})).rejects.toEqual(new ApiError(UNREACHABLE, { code: 0 }))
})

it('ends with the reason of the signal, before and during the request', async () => {
  const sent = stubRequests(() => undefined)
  const reason = new Error('The user canceled it')
  await expect(sendBody(POST, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(sent).toEqual([])
  const controller = new AbortController()
  const sending = sendBody(POST, { signal: controller.signal })
  expect(sent).toHaveLength(1)
  controller.abort(reason)
  await expect(sending).rejects.toBe(reason)
})

const { signal } = new AbortController()

it('reads the first bytes of a file without cookies, and nothing of an empty one', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('abc', { status: 206 }))
  vi.stubGlobal('fetch', fetched)
  await expect(readFileStart('https://api/f', { bytes: 3, signal })).resolves.toBe('abc')
  expect(fetched).toHaveBeenCalledWith('https://api/f', {
    credentials: 'omit',
    headers: { Range: 'bytes=0-2' },
    signal,
  })
  fetched.mockResolvedValue(new Response('Range Not Satisfiable', { status: 416 }))
  await expect(readFileStart('https://api/f', { bytes: 3, signal })).resolves.toBe('')
})

it('opens a file, and rejects one that the server does not give', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('content'))
  vi.stubGlobal('fetch', fetched)
  const content = await openFile('https://api/f', signal)
  await expect(new Response(content).text()).resolves.toBe('content')
  fetched.mockResolvedValue(
    Response.json({ error: 'not_found', message: 'No such file.' }, { status: 404 }),
  )
  await expect(openFile('https://api/f', signal)).rejects.toMatchObject({
    code: 404,
    errorCode: 'not_found',
    message: 'No such file.',
  })
})

it('tells an aborted request from a server that cannot be reached', async () => {
  const failure = new TypeError('Failed to fetch')
  vi.stubGlobal('fetch', () => Promise.reject(failure))
  await expect(openFile('https://api/f', signal)).rejects.toMatchObject({ code: 0 })
  await expect(openFile('https://api/f', AbortSignal.abort())).rejects.toBe(failure)
})
