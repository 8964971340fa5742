// Runs inside Deno, before the function. The server writes one line of JSON with everything that the
// function needs, and later `retire`; lines with the token on standard output are messages back.
import { format } from 'node:util'
import { createAi } from './ai.js'
import { createRedirection } from './temporary-files.js'

const { stdin, stdout, exit } = Deno
const write = stdout.writeSync.bind(stdout)
const serveHttp = Deno.serve
const stringify = JSON.stringify
const encoder = new TextEncoder()
const lines = readLines()
const boot = JSON.parse((await lines.next()).value)

let background = 0
let handle
let onError
let isRegistered
const registered = new Promise((resolve) => (isRegistered = resolve))

function say(message) {
  let bytes = encoder.encode(`\n${boot.token}${stringify(message)}\n`)
  while (bytes.length > 0) bytes = bytes.subarray(write(bytes))
}

async function* readLines() {
  let text = ''
  for await (const chunk of stdin.readable.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield text.slice(0, end)
      text = text.slice(end + 1)
    }
  }
}

// The pipe from the server closes when the server ends.
async function listenToServer() {
  for await (const line of lines)
    if (line === 'retire')
      dispatchEvent(new CustomEvent('beforeunload', { detail: { reason: 'early_drop' } }))
  exit(0)
}

const redirection = createRedirection(boot.temporary)
redirection.ofDeno()
if (boot.usesNode) redirection.ofNode((await import('node:fs')).default)

// Packages read these when they load or write files, and the values reveal nothing about the
// machine.
const hostname = () => 'localhost'
Deno.hostname = hostname
if (boot.usesNode) {
  const { default: os } = await import('node:os')
  const { default: process } = await import('node:process')
  os.hostname = hostname
  process.umask = () => 0o022
  for (const name of ['getuid', 'geteuid', 'getgid', 'getegid']) process[name] = () => 1000
}

const LONGEST_MESSAGE = 8000
const levels = {
  debug: 'debug',
  info: 'info',
  log: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
}
for (const [method, level] of Object.entries(levels))
  console[method] = (...values) =>
    say({ kind: 'console', level, message: format(...values).slice(0, LONGEST_MESSAGE) })

const describe = (error) =>
  ((error instanceof Error && error.stack) || format(error)).slice(0, LONGEST_MESSAGE)

addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  say({ kind: 'uncaught', message: describe(event.reason) })
})
addEventListener('error', (event) => {
  event.preventDefault()
  say({ kind: 'uncaught', message: describe(event.error ?? event.message) })
  exit(1)
})

for (const [name, value] of Object.entries(boot.env)) {
  try {
    Deno.env.set(name, value)
  } catch {
    say({
      kind: 'console',
      level: 'warn',
      message: `The secret ${name} is not available: functions cannot have this environment variable.`,
    })
  }
}

// The project's own API can be at an address that is closed to functions, so requests to it use a
// separate path.
const api = new URL(boot.apiUrl)
const gate = Deno.createHttpClient({ proxy: { transport: 'unix', path: boot.gate } })
const gateOrigin = 'http://project-api.invalid'
const { fetch: realFetch, WebSocket: RealWebSocket } = globalThis

function throughGate(url) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isApi = parsed?.host === api.host && /^(?:http|ws)s?:$/.test(parsed.protocol)
  return isApi ? gateOrigin + parsed.pathname + parsed.search : undefined
}

globalThis.fetch = function fetch(input, init) {
  const isRequest = input instanceof Request
  const place = throughGate(isRequest ? input.url : String(input))
  if (place === undefined) return realFetch(input, init)
  return realFetch(isRequest ? new Request(place, input) : place, { ...init, client: gate })
}

globalThis.WebSocket = class WebSocket extends RealWebSocket {
  constructor(url, options) {
    const place = throughGate(String(url))
    if (place === undefined) super(url, options)
    else {
      const given =
        typeof options === 'string' || Array.isArray(options) ? { protocols: options } : options
      super(place.replace('http:', 'ws:'), { ...given, client: gate })
    }
  }
}

// The same holds for the port at which clients sign in to Postgres.
const { database } = boot
const isDatabase = (host, port) =>
  database !== undefined && Number(port) === database.port && host === database.host

const { connect: realConnect } = Deno
Deno.connect = function connect(options) {
  const { transport = 'tcp', hostname = '127.0.0.1', port } = options
  if (transport !== 'tcp' || !isDatabase(hostname, port)) return realConnect(options)
  return realConnect({ transport: 'unix', path: database.path })
}

if (database && boot.usesNode) {
  const { Socket } = await import('node:net')
  const { connect: connectSocket } = Socket.prototype
  // Node allows a port and a host, options, and a list of both the options and the listener.
  Socket.prototype.connect = function connect(...given) {
    const [first, second] = Array.isArray(given[0]) ? given[0] : given
    const options =
      typeof first === 'object' && first !== null
        ? first
        : { port: first, ...(typeof second === 'string' && { host: second }) }
    if (!isDatabase(options.host ?? 'localhost', options.port))
      return connectSocket.apply(this, given)
    const listener = given.flat().find((each) => typeof each === 'function')
    return connectSocket.call(this, { path: database.path }, listener)
  }
}

globalThis.Supabase = { ai: createAi(globalThis.fetch) }

globalThis.EdgeRuntime = {
  waitUntil(promise) {
    say({ kind: 'background', count: ++background })
    const settle = () => say({ kind: 'background', count: --background })
    Promise.resolve(promise).then(settle, (error) => {
      say({ kind: 'uncaught', message: describe(error) })
      settle()
    })
    return promise
  },
}

const address = { transport: 'tcp', hostname: '0.0.0.0', port: 8000 }

function register(handler, options = {}) {
  if (typeof handler !== 'function') throw new TypeError('The handler must be a function')
  handle = handler
  onError = options.onError
  isRegistered()
  options.onListen?.(address)
}

Deno.serve = function serve(first, second) {
  if (typeof first === 'function') register(first)
  else register(typeof second === 'function' ? second : first?.handler, first)
  return {
    addr: address,
    finished: new Promise(() => {}),
    shutdown: async () => {},
    ref() {},
    unref() {},
    async [Symbol.asyncDispose]() {},
  }
}

// The behavior of `serve` in the standard library before `Deno.serve`: one listener with one
// connection, on which every request arrives.
Deno.listen = function listen() {
  const waiting = []
  const asked = []
  const connection = { localAddr: address, remoteAddr: address, rid: -1, close() {} }
  let isTaken = false
  register((request) => {
    const { promise, resolve, reject } = Promise.withResolvers()
    const event = {
      request,
      async respondWith(response) {
        try {
          resolve(await response)
        } catch (error) {
          reject(error)
        }
      },
    }
    const ask = asked.shift()
    if (ask) ask(event)
    else waiting.push(event)
    return promise
  })
  Deno.serveHttp = () => ({
    rid: -1,
    close() {},
    nextRequest: () => {
      const event = waiting.shift()
      return event ? Promise.resolve(event) : new Promise((resolve) => asked.push(resolve))
    },
    async *[Symbol.asyncIterator]() {
      for (;;) yield await this.nextRequest()
    },
  })
  const accept = () => {
    if (isTaken) return new Promise(() => {})
    isTaken = true
    return Promise.resolve(connection)
  }
  return {
    addr: address,
    rid: -1,
    accept,
    close() {},
    ref() {},
    unref() {},
    async *[Symbol.asyncIterator]() {
      for (;;) yield await accept()
    },
  }
}

// A server of Node, such as that of Express, takes requests at the socket itself.
let isServedByNode = false
if (boot.usesNode) {
  const { Server } = await import('node:http')
  const { listen } = Server.prototype
  Server.prototype.listen = function (...given) {
    if (handle || isServedByNode) return listen.apply(this, given)
    isServedByNode = true
    const { emit } = this
    this.emit = (event, ...values) => {
      if (event === 'request' || event === 'upgrade') values[0].url = pathOf(values[0].url)
      return emit.call(this, event, ...values)
    }
    this.address = () => ({ address: address.hostname, family: 'IPv4', port: address.port })
    // Connections are kept for as long as the server of the installation does.
    this.keepAliveTimeout = 0
    this.once('listening', isRegistered)
    const listener = given.flat().find((each) => typeof each === 'function')
    return listen.call(this, { path: boot.socket }, listener)
  }
}

function pathOf(url) {
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}

function clientOf(request) {
  const [hostname = address.hostname] =
    (request.headers.get('x-forwarded-for') ?? undefined)?.split(',') ?? []
  return { transport: 'tcp', hostname: hostname.trim(), port: 0 }
}

async function respond(request, info) {
  try {
    // Few functions use either.
    const response = await handle(request, {
      get remoteAddr() {
        return clientOf(request)
      },
      get completed() {
        return info.completed
      },
    })
    if (!(response instanceof Response))
      throw new TypeError('The function returned something other than a Response')
    // Deno would never respond to requests with these.
    if (response.type === 'error') throw new TypeError('The function returned Response.error()')
    if (response.bodyUsed)
      throw new TypeError('The function returned a Response whose body is used')
    return response
  } catch (error) {
    say({ kind: 'uncaught', message: describe(error) })
    if (onError) return onError(error)
    return new Response('Internal Server Error', { status: 500 })
  }
}

say({ kind: 'process', pid: Deno.pid })
void listenToServer()
try {
  const { default: entry } = await import(boot.entry)
  if (!handle && typeof entry?.fetch === 'function') register((...given) => entry.fetch(...given))
} catch (error) {
  say({ kind: 'uncaught', message: describe(error) })
  exit(1)
}
setTimeout(() => {
  if (handle || isServedByNode) return
  say({
    kind: 'uncaught',
    message: 'The function does not call Deno.serve and exports no default object with fetch.',
  })
  exit(1)
}, 1000)
await registered
if (isServedByNode) say({ kind: 'ready' })
else
  serveHttp({
    path: boot.socket,
    onListen: () => say({ kind: 'ready' }),
    handler: respond,
  })
