import type { Fleet, NodeLease } from '../../fleet/port.ts'
import { AppError } from '../../lib/errors.ts'
import { toVerifyingKeys } from '../../project/keys/verifying-keys.ts'
import type { KeyRing } from '../../project/keys/key-ring.ts'
import type { MainPeers } from '../../project/peers.ts'
import type { Service } from '../../project/service.ts'
import { toAppError } from '../errors.ts'
import { mayServe } from '../may-serve.ts'
import type { GatewayOptions } from '../options.ts'
import { toRefusal, type FromMain, type ProjectFacts } from './protocol.ts'

export type NodeDoorOptions = Pick<GatewayOptions, 'requireReady' | 'services' | 'log'> & {
  readonly fleet: Pick<Fleet, 'acquireForNode'>
  readonly platform: Pick<GatewayOptions['platform'], 'requireServing'>
  readonly peers: MainPeers
}

type HeldProject = {
  readonly lease: NodeLease
  keys: KeyRing
  settings: object | undefined
  sent: string
  endedAt: number
}

/** A connected node and the projects that it has. */
export type ConnectedNode = NodeDoorOptions & {
  readonly leases: Map<string, HeldProject>
  readonly send: (message: FromMain) => void
  readonly isGone: () => boolean
  /** The main server disconnects its own nodes; their clients stay connected. */
  readonly isClosing: () => boolean
  name: string
  /** The service that the node runs; undefined until it has introduced itself. */
  service: Service | undefined
  /** Whether the node has announced its end. */
  isLeaving: boolean
  /** The longest time since the node may have ended. */
  delayMs: number
}

/** Keeps a project awake for a node, and sends what the node needs to serve its clients. */
export async function acquireProject(node: ConnectedNode, ref: string, id: number): Promise<void> {
  const { platform, log, leases, service, send } = node
  const isNew = !leases.has(ref)
  try {
    if (!service) throw otherRelease()
    node.requireReady()
    await platform.requireServing(ref)
    const lease = await leaseOf(node, ref)
    const fault = lease.faultOf(service.name)
    if (fault) throw fault
    send({ kind: 'acquired', id, project: factsOf(node, ref, lease) })
  } catch (error) {
    if (isNew) dropProject(node, ref, 'released')
    if (!(error instanceof AppError)) log.error({ err: error, ref }, 'A node got no project.')
    send({ kind: 'refused', id, refusal: toRefusal(toAppError(error)) })
  }
}

async function leaseOf(node: ConnectedNode, ref: string): Promise<NodeLease> {
  const { leases, peers } = node
  const held = leases.get(ref)?.lease
  if (held && !held.isOver()) return held
  dropProject(node, ref, 'ended')
  const lease = await node.fleet.acquireForNode(ref)
  // A node that has ended by now releases nothing.
  if (node.isGone()) lease.release()
  else {
    leases.set(ref, {
      lease,
      keys: lease.project.keys,
      settings: settingsOf(node, lease),
      endedAt: peers.endedAt(ref),
      sent: JSON.stringify(factsOf(node, ref, lease)),
    })
    peers.happened({ kind: 'took', node: node.name, project: lease.project })
  }
  return lease
}

/** Tells the node about projects that have changed or no longer serve. */
export function checkProjects(node: ConnectedNode): void {
  for (const [ref, held] of node.leases) {
    if (held.lease.isOver()) endProject(node, ref)
    else {
      sendChanges(node, ref, held)
      void endUnlessServing(node, ref, held)
    }
  }
}

function sendChanges(node: ConnectedNode, ref: string, held: HeldProject): void {
  const { keys } = held.lease.project
  const settings = settingsOf(node, held.lease)
  const endedAt = node.peers.endedAt(ref)
  // Keys and settings are replaced as a whole when they change.
  if (keys === held.keys && settings === held.settings && endedAt === held.endedAt) return
  held.keys = keys
  held.settings = settings
  held.endedAt = endedAt
  const project = factsOf(node, ref, held.lease)
  const text = JSON.stringify(project)
  if (text !== held.sent) node.send({ kind: 'changed', project })
  held.sent = text
}

async function endUnlessServing(
  node: ConnectedNode,
  ref: string,
  held: HeldProject,
): Promise<void> {
  if (await mayServe(node.platform, ref)) return
  if (node.leases.get(ref) === held) endProject(node, ref)
}

function endProject(node: ConnectedNode, ref: string): void {
  dropProject(node, ref, 'ended')
  node.send({ kind: 'ended', ref })
}

/** Releases a project that the node no longer has. */
export function dropProject(node: ConnectedNode, ref: string, kind: 'released' | 'ended'): void {
  const { leases, peers, delayMs } = node
  const held = leases.get(ref)
  if (!held) return
  leases.delete(ref)
  // A node that announced its end already counts as ended.
  if (!node.isClosing() && !node.isLeaving)
    peers.happened({ kind, node: node.name, project: held.lease.project, delayMs })
  held.lease.release()
  peers.reported({ node: node.name, ref, service: node.service?.name ?? '', open: {} })
}

const settingsOf = ({ service }: ConnectedNode, { project }: NodeLease): object | undefined =>
  service?.settings && project.settings.of(service.settings)

function factsOf(node: ConnectedNode, ref: string, lease: NodeLease): ProjectFacts {
  const { project, socketDir, port } = lease
  const section = node.service?.settings
  const settings = settingsOf(node, lease)
  return {
    ref,
    apiUrl: project.apiUrl,
    socketDir,
    port,
    settings: section && settings ? { [section.name]: settings } : {},
    keys: toVerifyingKeys(project.keys),
    endedAt: node.peers.endedAt(ref),
  }
}

export const otherRelease = () =>
  new AppError('node_of_other_release', 'The main server runs a different release of Stoa.', {
    status: 500,
    hint: 'Start both processes from the same checkout, and restart them after an update.',
  })
