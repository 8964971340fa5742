import type { Clock } from '../../lib/clock.ts'
import type { Figures, Peers } from '../../project/peers.ts'
import type { MainLink } from './main-link.ts'

/**
 * A node's peers, as reported by the main server. Without it, a node serves only its own clients.
 */
export type NodePeers = Peers & {
  /** Adds to the main server's counts for a project. */
  count(ref: string, meter: string, amount: number): void
  up(): void
  down(): void
  /**
   * Called when the main server has given the node the project, with the time at which another
   * process last ended.
   */
  acquired(ref: string, endedAt: number): void
  others(member: string, others: readonly string[]): void
  /** Reports everything that is not reported yet. */
  flush(): void
  close(): void
}

type Member = { readonly ref: string; readonly changed: (others: ReadonlySet<string>) => void }

const FLUSH_MS = 1000

export function createNodePeers(
  link: () => Pick<MainLink, 'isUp' | 'send'>,
  clock: Clock,
): NodePeers {
  const ends = new Map<string, number>()
  const ofEnds: ((ref: string) => void)[] = []
  /** When the connection to the main server was lost while the project had clients here. */
  let lostAt = 0
  /** Projects that the main server knows this node has. */
  const held = new Set<string>()
  /** Clients that arrived while the main server was unreachable. */
  const arrived = new Map<string, string[]>()
  const members = new Map<string, Member>()
  const counts = new Map<string, Map<string, number>>()
  const open = new Map<string, Figures>()
  const changed = new Set<string>()

  function flush(): void {
    // Reports wait until the main server is reachable.
    if (!link().isUp) return
    for (const [ref, ofProject] of counts)
      link().send({ kind: 'counts', ref, counts: Object.fromEntries(ofProject) })
    counts.clear()
    for (const ref of changed) link().send({ kind: 'open', ref, open: open.get(ref) ?? {} })
    changed.clear()
  }

  const endedAt = (ref: string) => Math.max(lostAt, ends.get(ref) ?? 0)

  function noteEnd(ref: string, at: number): void {
    if (at <= endedAt(ref)) return
    ends.set(ref, at)
    for (const heard of ofEnds) heard(ref)
  }

  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()

  return {
    join(ref, member, heard) {
      members.set(member, { ref, changed: heard })
      if (link().isUp) link().send({ kind: 'join', ref, member })
      else heard(new Set())
      return {
        leave() {
          members.delete(member)
          link().send({ kind: 'leave', ref, member })
        },
      }
    },
    report(ref, figures) {
      open.set(ref, figures)
      changed.add(ref)
    },
    onReport() {
      // Nodes report to the main server only.
    },
    onNode() {
      // Only the main server knows the nodes.
    },
    endedAt,
    noteEnd,
    acquired(ref, at) {
      noteEnd(ref, at)
      held.add(ref)
      for (const client of arrived.get(ref) ?? []) link().send({ kind: 'took_over', ref, client })
      arrived.delete(ref)
    },
    onEnd: (heard) => void ofEnds.push(heard),
    leave: () => link().send({ kind: 'goodbye' }),
    tookOver(ref, client) {
      if (held.has(ref)) link().send({ kind: 'took_over', ref, client })
      else arrived.set(ref, [...(arrived.get(ref) ?? []), client])
    },
    count(ref, meter, amount) {
      const ofProject = counts.get(ref) ?? new Map<string, number>()
      counts.set(ref, ofProject)
      ofProject.set(meter, (ofProject.get(meter) ?? 0) + amount)
    },
    up() {
      for (const [member, { ref }] of members) link().send({ kind: 'join', ref, member })
      for (const ref of open.keys()) changed.add(ref)
    },
    down() {
      lostAt = clock.now().getTime()
      held.clear()
      for (const { ref, changed: heard } of members.values()) {
        heard(new Set())
        for (const end of ofEnds) end(ref)
      }
    },
    others: (member, others) => members.get(member)?.changed(new Set(others)),
    flush,
    close: () => clearInterval(timer),
  }
}
