import type { Fleet, Lease } from '../../fleet/port.ts'
import { AppError } from '../../lib/errors.ts'
import { isUnavailable } from './main-link.ts'
import {
  openProject,
  updateProject,
  type NodeProject,
  type NodeProjectsOptions,
} from './node-project.ts'
import type { ProjectFacts } from './protocol.ts'

/** The projects whose clients a node serves, as the main server describes them. */
export type NodeProjects = Pick<Fleet, 'acquire'> & {
  changed(facts: ProjectFacts): void
  ended(ref: string): void
  /** Requests every project again after the connection to the main server was reopened. */
  renew(): void
  close(): Promise<void>
}

type NodeState = {
  readonly options: NodeProjectsOptions
  readonly entries: Map<string, NodeProject>
  /** Projects that are being requested, which must not be released at the same time. */
  readonly requests: Map<string, number>
}

/** A project without clients here is released after this time. */
const LINGER_MS = 10_000
const RENEW_MS = 500

export function createNodeProjects(options: NodeProjectsOptions): NodeProjects {
  const node: NodeState = { options, entries: new Map(), requests: new Map() }
  const { entries } = node
  return {
    acquire: (ref) => acquire(node, ref),
    changed(facts) {
      const entry = entries.get(facts.ref)
      if (entry) updateProject(options, entry, facts)
    },
    ended(ref) {
      const entry = entries.get(ref)
      if (entry) void end(node, entry)
    },
    renew() {
      for (const entry of entries.values()) renew(node, entry)
    },
    async close() {
      await Promise.all([...entries.values()].map((entry) => end(node, entry)))
    },
  }
}

async function acquire(node: NodeState, ref: string): Promise<Lease> {
  const { options, entries } = node
  const facts = await requestFacts(node, ref)
  const current = entries.get(ref)
  if (current && facts) updateProject(options, current, facts)
  const entry = current ?? (facts && openProject(options, facts))
  if (!entry) throw new Error('A project was released while it was requested')
  entries.set(ref, entry)
  clearTimeout(entry.linger)
  entry.users += 1
  let isReleased = false
  return {
    project: entry.project,
    faultOf: () => undefined,
    isOver: () => entries.get(ref) !== entry,
    release() {
      if (isReleased) return
      isReleased = true
      entry.users -= 1
      if (entry.users === 0) releaseLater(node, entry)
    },
  }
}

/** Requests a project; undefined if the main server is unavailable and this node has the project. */
async function requestFacts(
  { options, entries, requests }: NodeState,
  ref: string,
): Promise<ProjectFacts | undefined> {
  requests.set(ref, (requests.get(ref) ?? 0) + 1)
  try {
    return await options.link().acquire(ref)
  } catch (error) {
    // Connected clients are served even without the main server.
    if (!isUnavailable(error) || !entries.has(ref)) throw error
    return undefined
  } finally {
    const left = (requests.get(ref) ?? 1) - 1
    if (left > 0) requests.set(ref, left)
    else requests.delete(ref)
  }
}

function releaseLater(node: NodeState, entry: NodeProject): void {
  clearTimeout(entry.linger)
  const { ref } = entry.facts
  if (node.entries.get(ref) !== entry) return
  entry.linger = setTimeout(() => {
    if (node.requests.has(ref)) return releaseLater(node, entry)
    node.options.link().send({ kind: 'release', ref })
    void end(node, entry)
  }, LINGER_MS)
  entry.linger.unref()
}

/** A main server that has just started refuses projects for a moment. */
function renew(node: NodeState, entry: NodeProject): void {
  const { ref } = entry.facts
  if (node.entries.get(ref) !== entry) return
  requestFacts(node, ref).then(
    (facts) => facts && updateProject(node.options, entry, facts),
    (error: unknown) => {
      if (!isTemporary(error)) return end(node, entry)
      setTimeout(() => renew(node, entry), RENEW_MS).unref()
    },
  )
}

async function end({ options, entries }: NodeState, entry: NodeProject): Promise<void> {
  const { ref } = entry.facts
  clearTimeout(entry.linger)
  if (entries.get(ref) === entry) entries.delete(ref)
  try {
    await options.service().stop?.(entry.project)
  } catch (error) {
    options.log.error({ err: error, ref }, 'A project did not stop on this node.')
  }
  await entry.database.close()
}

const SERVICE_UNAVAILABLE = 503
const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && error.status === SERVICE_UNAVAILABLE
