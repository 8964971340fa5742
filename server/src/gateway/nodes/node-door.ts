import { mkdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { Fleet, NodeLease } from '../../fleet/port.ts'
import { AppError } from '../../lib/errors.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import { toVerifyingKeys } from '../../project/keys/verifying-keys.ts'
import type { KeyRing } from '../../project/keys/key-ring.ts'
import type { MainPeers } from '../../project/peers.ts'
import type { Service } from '../../project/service.ts'
import { toAppError } from '../errors.ts'
import { mayServe } from '../may-serve.ts'
import type { GatewayOptions } from '../options.ts'
import {
  FromNode,
  PROTOCOL,
  SILENCE_MS,
  SOCKET,
  speak,
  toRefusal,
  type FromMain,
  type ProjectFacts,
} from './protocol.ts'

export type NodeDoorOptions = Pick<GatewayOptions, 'requireReady' | 'services' | 'log'> & {
  readonly fleet: Pick<Fleet, 'acquireForNode'>
  readonly platform: Pick<GatewayOptions['platform'], 'requireServing'>
  readonly peers: MainPeers
}

export type NodeDoor = {
  /** Opens the door in a folder that only the server's account can enter. */
  listen(folder: string): Promise<void>
  close(): void
}

/**
 * How often a node is told about changed keys and settings, and about projects that no longer
 * serve.
 */
const CHECK_MS = 250

type HeldProject = {
  readonly lease: NodeLease
  keys: KeyRing
  settings: object | undefined
  sent: string
  endedAt: number
}

/**
 * Where further processes of this installation ask for projects. A node gets the project's keys and
 * settings, and the project stays awake until the node releases it or ends; the operating system
 * reports that end.
 */
export function createNodeDoor(options: NodeDoorOptions): NodeDoor {
  const open = new Set<Socket>()
  let isClosing = false
  const server = createServer((socket) => {
    open.add(socket)
    serveNode(socket, { ...options, isClosing: () => isClosing })
    socket.once('close', () => open.delete(socket))
  })
  return {
    async listen(folder) {
      // An earlier server may have left its socket.
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { mode: 0o700 })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(path.join(folder, SOCKET), resolve)
      })
    },
    close() {
      isClosing = true
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

type ServeOptions = NodeDoorOptions & {
  /** The main server disconnects its own nodes; their clients stay connected. */
  readonly isClosing: () => boolean
}

function serveNode(socket: Socket, options: ServeOptions): void {
  const { fleet, platform, services, peers, log } = options
  const leases = new Map<string, HeldProject>()
  const members = new Map<string, { leave(): void }>()
  const inTurn = createKeyedMutex()
  let service: Service | undefined
  let node = ''
  let isLeaving = false
  /** The longest time since the node may have ended. */
  let delayMs = 0
  const send: (message: FromMain) => void = speak(socket, FromNode, read)
  socket.setTimeout(SILENCE_MS, () => {
    delayMs = SILENCE_MS
    socket.destroy()
  })
  socket.on('error', (error) =>
    log.warn({ error: String(error) }, 'The connection to a node failed.'),
  )
  const check = setInterval(() => {
    for (const [ref, held] of leases) {
      if (held.lease.isOver()) end(ref)
      else {
        sendChanges(ref, held)
        void endUnlessServing(ref, held)
      }
    }
  }, CHECK_MS)
  check.unref()
  socket.once('close', () => {
    clearInterval(check)
    for (const member of members.values()) member.leave()
    members.clear()
    for (const ref of leases.keys()) drop(ref, 'ended')
  })

  function read(message: FromNode): void {
    if (message.kind === 'hello') return greet(message)
    if (message.kind === 'goodbye') return leaveAll()
    if (message.kind === 'heartbeat') return send({ kind: 'heartbeat' })
    const { ref } = message
    if (message.kind === 'acquire')
      return void inTurn.runExclusive(ref, () => acquire(ref, message.id))
    if (message.kind === 'release')
      return void inTurn.runExclusive(ref, async () => drop(ref, 'released'))
    if (message.kind === 'join') return join(ref, message.member)
    if (message.kind === 'leave') return leave(message.member)
    report(message)
  }

  function greet(hello: Extract<FromNode, { kind: 'hello' }>): void {
    service = services.find((each) => each.name === hello.service)
    if (hello.protocol === PROTOCOL && service && hello.node !== undefined) {
      node = hello.node
      return send({ kind: 'welcome' })
    }
    service = undefined
    send({ kind: 'rejected', refusal: toRefusal(otherRelease()) })
  }

  function sendChanges(ref: string, held: HeldProject): void {
    const { keys } = held.lease.project
    const settings = settingsOf(held.lease)
    const endedAt = peers.endedAt(ref)
    // Keys and settings are replaced as a whole when they change.
    if (keys === held.keys && settings === held.settings && endedAt === held.endedAt) return
    held.keys = keys
    held.settings = settings
    held.endedAt = endedAt
    const project = factsOf(ref, held.lease)
    const text = JSON.stringify(project)
    if (text !== held.sent) send({ kind: 'changed', project })
    held.sent = text
  }

  async function endUnlessServing(ref: string, held: HeldProject): Promise<void> {
    if (await mayServe(platform, ref)) return
    if (leases.get(ref) === held) end(ref)
  }

  function end(ref: string): void {
    drop(ref, 'ended')
    send({ kind: 'ended', ref })
  }

  async function acquire(ref: string, id: number): Promise<void> {
    const isNew = !leases.has(ref)
    try {
      if (!service) throw otherRelease()
      options.requireReady()
      await platform.requireServing(ref)
      const lease = await leaseOf(ref)
      const fault = lease.faultOf(service.name)
      if (fault) throw fault
      send({ kind: 'acquired', id, project: factsOf(ref, lease) })
    } catch (error) {
      if (isNew) drop(ref, 'released')
      if (!(error instanceof AppError)) log.error({ err: error, ref }, 'A node got no project.')
      send({ kind: 'refused', id, refusal: toRefusal(toAppError(error)) })
    }
  }

  async function leaseOf(ref: string): Promise<NodeLease> {
    const held = leases.get(ref)?.lease
    if (held && !held.isOver()) return held
    drop(ref, 'ended')
    const lease = await fleet.acquireForNode(ref)
    // A node that has ended in the meantime releases nothing.
    if (socket.destroyed) lease.release()
    else {
      leases.set(ref, {
        lease,
        keys: lease.project.keys,
        settings: settingsOf(lease),
        endedAt: peers.endedAt(ref),
        sent: JSON.stringify(factsOf(ref, lease)),
      })
      peers.happened({ kind: 'took', node, project: lease.project })
    }
    return lease
  }

  function drop(ref: string, kind: 'released' | 'ended'): void {
    const found = leases.get(ref)
    if (!found) return
    leases.delete(ref)
    // A node that announced its end already counts as ended.
    if (!options.isClosing() && !isLeaving)
      peers.happened({ kind, node, project: found.lease.project, delayMs })
    found.lease.release()
    peers.reported({ node, ref, service: service?.name ?? '', open: {} })
  }

  function leaveAll(): void {
    isLeaving = true
    for (const { lease } of leases.values())
      peers.happened({ kind: 'ended', node, project: lease.project, delayMs })
  }

  const settingsOf = ({ project }: NodeLease): object | undefined =>
    service?.settings && project.settings.of(service.settings)

  function factsOf(ref: string, lease: NodeLease): ProjectFacts {
    const { project, socketDir, port } = lease
    const settings = settingsOf(lease)
    return {
      ref,
      apiUrl: project.apiUrl,
      socketDir,
      port,
      settings: service?.settings && settings ? { [service.settings.name]: settings } : {},
      keys: toVerifyingKeys(project.keys),
      endedAt: peers.endedAt(ref),
    }
  }

  function join(ref: string, member: string): void {
    members.get(member)?.leave()
    members.set(
      member,
      peers.join(ref, member, (others) =>
        send({ kind: 'others', ref, member, others: [...others] }),
      ),
    )
  }

  function leave(member: string): void {
    members.get(member)?.leave()
    members.delete(member)
  }

  function report(
    message: Extract<FromNode, { kind: 'counts' | 'open' | 'key_used' | 'log' | 'took_over' }>,
  ) {
    const { ref } = message
    const project = leases.get(ref)?.lease.project
    if (!project || !service) return
    const { name } = service
    if (message.kind === 'took_over')
      return peers.happened({ kind: 'took_over', node, project, client: message.client })
    if (message.kind === 'key_used') return project.keys.noteUse(message.key)
    if (message.kind === 'log')
      return project.log(name)[message.level](message.fields, message.message)
    if (message.kind === 'open')
      return peers.reported({ node, ref, service: name, open: message.open })
    for (const [meter, amount] of Object.entries(message.counts)) project.count(name, meter, amount)
    peers.reported({ node, ref, service: name, counts: message.counts })
  }
}

const otherRelease = () =>
  new AppError('node_of_other_release', 'The main server runs a different release of Stoa.', {
    status: 500,
    hint: 'Start both processes from the same checkout, and restart them after an update.',
  })
