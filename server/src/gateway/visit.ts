import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Lease } from '../fleet/port.ts'
import { EndController, type EndSignal } from '../lib/end-signal.ts'
import type { LiveEntry, LiveList } from '../lib/live-list.ts'
import type { KeyRing } from '../project/keys/key-ring.ts'
import type { Credentials } from '../project/resolve-caller.ts'

/** The requests and WebSockets that are open at one project. */
export type ProjectVisits = {
  readonly ref: string
  readonly open: LiveList<Visit>
  /** How many of them have no complete response. */
  requests: number
  /** Bytes of their bodies and of the responses that their clients have not read. */
  bytes: number
  readonly onEmpty: () => void
}

/**
 * A request or WebSocket at a project. It is over when its carrier closes, because the response was
 * read or the client disconnected. A refused WebSocket is over earlier, so that a client that keeps
 * its connection open uses nothing.
 */
export type Visit = {
  readonly project: ProjectVisits
  /** Undefined if the visit was over before it began. */
  entry: LiveEntry<Visit> | undefined
  readonly carrier: ServerResponse | Duplex
  /** The credentials of a project's client; undefined for a member. */
  readonly credentialsOf: (() => Credentials) | undefined
  isOver: boolean
  /** Whether its project has ended; the service may first tell its client. */
  isLast: boolean
  /** Whether it counts among the requests; an accepted WebSocket does not. */
  isRequest: boolean
  bytes: number
  lease: Lease | undefined
  /** The keys that admitted the caller. */
  keys: KeyRing | undefined
  departure: EndController | undefined
}

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's types are extended by merging interfaces.
  interface FastifyRequest {
    /** Null until the request enters a project. */
    visit: Visit | null
  }
}

/** A visit that has not begun. */
export type Visitor = Pick<Visit, 'carrier' | 'credentialsOf'>

/** Begins a visit. If the client has already disconnected, it is over at once. */
export function beginVisit(project: ProjectVisits, { carrier, credentialsOf }: Visitor): Visit {
  const visit: Visit = {
    project,
    entry: undefined,
    carrier,
    credentialsOf,
    isOver: carrier.closed,
    isLast: false,
    isRequest: !carrier.closed,
    bytes: 0,
    lease: undefined,
    keys: undefined,
    departure: undefined,
  }
  // The carrier of a client that has disconnected emits no further event.
  if (visit.isOver) {
    forgetIfEmpty(project)
    return visit
  }
  project.requests += 1
  visit.entry = project.open.add(visit)
  carrier.on('close', () => endVisit(visit))
  return visit
}

/** Frees everything that the visit occupies. Can be called more than once. */
export function endVisit(visit: Visit): void {
  if (visit.isOver) return
  visit.isOver = true
  answerVisit(visit)
  const { project, entry, carrier, lease, departure } = visit
  project.bytes -= visit.bytes
  if (entry) project.open.remove(entry)
  forgetIfEmpty(project)
  lease?.release()
  if (!carrier.writableFinished) departure?.abort()
}

function forgetIfEmpty(project: ProjectVisits): void {
  if (project.open.size === 0) project.onEmpty()
}

/** An accepted WebSocket stays open, but no longer counts among the requests. */
export function answerVisit(visit: Visit): void {
  if (!visit.isRequest) return
  visit.isRequest = false
  visit.project.requests -= 1
}

/** Counts bytes in memory until the visit is over. */
export function holdBytes(visit: Visit, bytes: number): void {
  // A response that is ready only now has no reader.
  if (visit.isOver) return
  visit.bytes += bytes
  visit.project.bytes += bytes
}

/** Aborts when the client disconnects before it has the whole response. */
export function departureOf(visit: Visit): EndSignal {
  if (!visit.departure) {
    visit.departure = new EndController()
    if (visit.isOver) visit.departure.abort()
  }
  return visit.departure
}
