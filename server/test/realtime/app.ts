import { cp, rename, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { WebSocket } from 'ws'
import { createTestProject, type TestProject } from '../project.ts'
import { systemClock, type Clock } from '../../src/lib/clock.ts'
import { signJwt } from '../../src/lib/jwt.ts'
import { refuseSocket } from '../../src/lib/refuse-socket.ts'
import type { Caller } from '../../src/project/caller.ts'
import type { Project } from '../../src/project/project.ts'
import type { Service } from '../../src/project/service.ts'
import type { StoredSettings } from '../../src/project/settings.ts'
import { createPeers, type Peers } from '../../src/project/peers.ts'
import { createRealtime, type RealtimeDeps } from '../../src/services/realtime/index.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- A test says what it expects of a payload, field by field.
type Payload = any

export type Received = {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: Payload
}

/** A client that speaks the protocol frame by frame. For tests. */
export type RawClient = {
  readonly socket: WebSocket
  readonly received: Received[]
  send(topic: string, event: string, payload?: unknown, ref?: string): void
  raw(data: string | Buffer): void
  /** Joins a channel and returns the reply. */
  join(name: string, config?: object, token?: string): Promise<Payload>
  /** The first matching frame, already received or not. */
  next(fits: (frame: Received) => boolean): Promise<Received>
  event(name: string, topic?: string): Promise<Received>
  /** The code and the reason of the close frame. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

/** One process that serves clients of a project. */
type Served = {
  readonly url: string
  connect(version?: '1.0.0' | '2.0.0', caller?: Caller): Promise<RawClient>
  post(path: string, body: unknown, caller?: Caller): Promise<Response>
  stop(): Promise<void>
}

export type RealtimeApp = Served & {
  readonly test: TestProject
  token(claims: object): string
  change(settings: object): void
  /** Stops the service as a stopping server does, runs `meanwhile`, and starts another one. */
  restart(meanwhile: () => Promise<void>, clock?: Clock): Promise<void>
  /** Same as above, but the next service finds only the files of a killed server. */
  kill(meanwhile: () => Promise<void>, clock?: Clock): Promise<void>
  /** Serves the same project a second time, as a node of the server does. */
  addNode(): Promise<Served>
}

export const callerOf = (role: string, sub?: string): Caller => {
  const claims = { role, ...(sub !== undefined && { sub }) }
  return { role, claims, claimsJson: JSON.stringify(claims) }
}

export const realtimeDeps = (
  clock: Clock = systemClock,
  peers: Peers = createPeers(),
): RealtimeDeps => ({ clock, installationKey: Buffer.alloc(32, 7), peers })

export async function createRealtimeApp(settings: StoredSettings = {}): Promise<RealtimeApp> {
  const test = await createTestProject({ settings })
  const { project } = test
  const peers = createPeers()
  let service = createRealtime(realtimeDeps(systemClock, peers))
  await service.start?.(project)
  const served = await serve(project, () => service)
  const folder = project.folder('realtime')

  async function restart(meanwhile: () => Promise<void>, clock = systemClock): Promise<void> {
    await service.stop?.(project)
    await meanwhile()
    service = createRealtime(realtimeDeps(clock, peers))
    await service.start?.(project)
  }

  return {
    ...served,
    test,
    token: (claims) => signJwt({ ...claims }, project.keys.jwtSecret),
    change(realtime) {
      test.changeSettings({ realtime: { ...realtime } })
      service.settingsChanged?.(project)
    },
    restart,
    async kill(meanwhile, clock) {
      const left = `${folder}.left`
      await cp(folder, left, { recursive: true, preserveTimestamps: true })
      await restart(async () => {
        await rm(folder, { recursive: true, force: true })
        await rename(left, folder)
        await meanwhile()
      }, clock)
    },
    async addNode() {
      const node = createRealtime({ ...realtimeDeps(systemClock, peers), isNode: true })
      return serve({ ...project }, () => node)
    },
    async stop() {
      await served.stop()
      await test.stop()
    },
  }
}

async function serve(project: Project, serviceOf: () => Service): Promise<Served> {
  const app = Fastify()
  app.decorateRequest('project')
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.caller = callerOf(String(request.headers['x-role'] ?? 'anon'), 'test')
  })
  const { publicDoor } = serviceOf()
  await app.register(async (scope) => publicDoor?.routes?.(scope), { prefix: '/realtime/v1' })
  app.server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const caller = callerOf(url.searchParams.get('role') ?? 'anon')
    const path = url.pathname.replace('/realtime/v1', '')
    serviceOf().publicDoor?.upgrade?.({
      request,
      socket,
      head,
      project,
      caller,
      path,
      query: url.searchParams,
      refuse: (response) => refuseSocket(socket, response),
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const url = `127.0.0.1:${port}/realtime/v1`
  const clients = new Set<WebSocket>()
  return {
    url,
    async connect(version = '2.0.0', caller = callerOf('anon')) {
      const socket = new WebSocket(`ws://${url}/websocket?vsn=${version}&role=${caller.role}`)
      clients.add(socket)
      const client = createRawClient(socket, version)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      return client
    },
    post: (path, body, caller = callerOf('anon')) =>
      fetch(`http://${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
          'x-role': caller.role,
        },
        body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      }),
    async stop() {
      for (const socket of clients) socket.terminate()
      await serviceOf().stop?.(project)
      await app.close()
    },
  }
}

function createRawClient(socket: WebSocket, version: '1.0.0' | '2.0.0'): RawClient {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let refs = 0
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    received.push(isBinary ? readBinary(data) : readText(version, data.toString()))
    for (const check of waiting) check()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code: number, reason: Buffer) =>
      resolve({ code, reason: reason.toString() }),
    ),
  )
  const next: RawClient['next'] = (fits) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`No such frame among ${JSON.stringify(received)}`))
      }, 5000)
      const check = () => {
        const at = received.findIndex(fits)
        const [found] = at < 0 ? [] : received.splice(at, 1)
        if (!found) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
    })
  const joins = new Map<string, string>()
  const send: RawClient['send'] = (topic, event, payload = {}, ref = String((refs += 1))) => {
    if (event === 'phx_join') joins.set(topic, ref)
    const joinRef = joins.get(topic) ?? null
    socket.send(
      version === '2.0.0'
        ? JSON.stringify([joinRef, ref, topic, event, payload])
        : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef }),
    )
  }
  return {
    socket,
    received,
    send,
    raw: (data) => socket.send(data),
    async join(name, config = {}, token) {
      const ref = `join-${(refs += 1)}`
      const payload = { config, ...(token !== undefined && { access_token: token }) }
      send(`realtime:${name}`, 'phx_join', payload, ref)
      return (await next((frame) => frame.event === 'phx_reply' && frame.ref === ref)).payload
    },
    next,
    event: (name, topic) =>
      next((frame) => frame.event === name && (topic === undefined || frame.topic === topic)),
    closed,
  }
}

function readText(version: '1.0.0' | '2.0.0', text: string): Received {
  const value = JSON.parse(text)
  if (version === '1.0.0') return { ...value, joinRef: value.join_ref }
  const [joinRef, ref, topic, event, payload] = value
  return { joinRef, ref, topic, event, payload }
}

function readBinary(data: Buffer): Received {
  const [, topicBytes = 0, eventBytes = 0, metaBytes = 0, encoding] = data
  const text = data.subarray(5, 5 + topicBytes + eventBytes)
  const body = data.subarray(5 + topicBytes + eventBytes + metaBytes)
  return {
    joinRef: null,
    ref: null,
    topic: text.subarray(0, topicBytes).toString(),
    event: 'broadcast',
    payload: {
      type: 'broadcast',
      event: text.subarray(topicBytes).toString(),
      payload: encoding === 1 ? JSON.parse(body.toString()) : body,
    },
  }
}

/** A binary frame as clients of protocol 2.0.0 send it. */
export function userBroadcastPush(
  name: string,
  event: string,
  body: unknown,
  joinRef: string | null = null,
): Buffer {
  const isBinary = Buffer.isBuffer(body)
  const names = [joinRef ?? '', '1', `realtime:${name}`, event, ''].map((text) => Buffer.from(text))
  return Buffer.concat([
    Buffer.from([3, ...names.map(({ length }) => length), isBinary ? 0 : 1]),
    ...names,
    isBinary ? body : Buffer.from(JSON.stringify(body)),
  ])
}
