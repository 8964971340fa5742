import type { Socket } from 'node:net'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import {
  acquireProject,
  checkProjects,
  dropProject,
  otherRelease,
  type ConnectedNode,
  type NodeDoorOptions,
} from './node-leases.ts'
import { FromNode, PROTOCOL, SILENCE_MS, speak, toRefusal } from './protocol.ts'

/**
 * How often a node is told about changed keys and settings, and about projects that no longer
 * serve.
 */
const CHECK_MS = 250

type ServedNode = ConnectedNode & {
  readonly members: Map<string, { leave(): void }>
  readonly inTurn: ReturnType<typeof createKeyedMutex>
}

type ServeOptions = NodeDoorOptions & Pick<ConnectedNode, 'isClosing'>

/** Serves one process of this installation until its connection closes. */
export function serveNode(socket: Socket, options: ServeOptions): void {
  const node: ServedNode = {
    ...options,
    leases: new Map(),
    members: new Map(),
    inTurn: createKeyedMutex(),
    send: speak(socket, FromNode, (message) => read(node, message)),
    isGone: () => socket.destroyed,
    name: '',
    service: undefined,
    isLeaving: false,
    delayMs: 0,
  }
  socket.setTimeout(SILENCE_MS, () => {
    node.delayMs = SILENCE_MS
    socket.destroy()
  })
  socket.on('error', (error) =>
    node.log.warn({ error: String(error) }, 'The connection to a node failed.'),
  )
  const check = setInterval(() => checkProjects(node), CHECK_MS)
  check.unref()
  socket.once('close', () => {
    clearInterval(check)
    for (const member of node.members.values()) member.leave()
    node.members.clear()
    for (const ref of node.leases.keys()) dropProject(node, ref, 'ended')
  })
}

function read(node: ServedNode, message: FromNode): void {
  const { inTurn } = node
  if (message.kind === 'hello') return greet(node, message)
  if (message.kind === 'goodbye') return leaveAll(node)
  if (message.kind === 'heartbeat') return node.send({ kind: 'heartbeat' })
  const { ref } = message
  if (message.kind === 'acquire')
    return void inTurn.runExclusive(ref, () => acquireProject(node, ref, message.id))
  if (message.kind === 'release')
    return void inTurn.runExclusive(ref, async () => dropProject(node, ref, 'released'))
  if (message.kind === 'join') return join(node, ref, message.member)
  if (message.kind === 'leave') return leave(node, message.member)
  report(node, message)
}

function greet(node: ServedNode, hello: Extract<FromNode, { kind: 'hello' }>): void {
  const service = node.services.find(({ name }) => name === hello.service)
  if (hello.protocol === PROTOCOL && service && hello.node !== undefined) {
    node.service = service
    node.name = hello.node
    return node.send({ kind: 'welcome' })
  }
  node.service = undefined
  node.send({ kind: 'rejected', refusal: toRefusal(otherRelease()) })
}

function leaveAll(node: ServedNode): void {
  const { peers, name, delayMs } = node
  node.isLeaving = true
  for (const { lease } of node.leases.values())
    peers.happened({ kind: 'ended', node: name, project: lease.project, delayMs })
}

function join({ members, peers, send }: ServedNode, ref: string, member: string): void {
  members.get(member)?.leave()
  members.set(
    member,
    peers.join(ref, member, (others) => send({ kind: 'others', ref, member, others: [...others] })),
  )
}

function leave({ members }: ServedNode, member: string): void {
  members.get(member)?.leave()
  members.delete(member)
}

function report(
  { name: node, leases, service, peers }: ServedNode,
  message: Extract<FromNode, { kind: 'counts' | 'open' | 'key_used' | 'log' | 'took_over' }>,
): void {
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
