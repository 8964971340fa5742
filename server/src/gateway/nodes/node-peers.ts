import type { Figures, Peers } from '../../project/peers.ts'
import type { MainLink } from './main-link.ts'

/** A node's peers, of which the main server tells. Alone, a node serves its own clients only. */
export type NodePeers = Peers & {
  /** Adds to what the main server counts for a project. */
  count(ref: string, meter: string, amount: number): void
  up(): void
  down(): void
  others(member: string, others: readonly string[]): void
  /** Reports what was not reported yet. */
  flush(): void
  close(): void
}

type Member = { readonly ref: string; readonly changed: (others: ReadonlySet<string>) => void }

const FLUSH_MS = 1000

export function createNodePeers(link: () => Pick<MainLink, 'isUp' | 'send'>): NodePeers {
  const members = new Map<string, Member>()
  const counts = new Map<string, Map<string, number>>()
  const open = new Map<string, Figures>()
  const changed = new Set<string>()

  function flush(): void {
    // What cannot be reported now waits.
    if (!link().isUp) return
    for (const [ref, ofProject] of counts)
      link().send({ kind: 'counts', ref, counts: Object.fromEntries(ofProject) })
    counts.clear()
    for (const ref of changed) link().send({ kind: 'open', ref, open: open.get(ref) ?? {} })
    changed.clear()
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
      for (const { changed: heard } of members.values()) heard(new Set())
    },
    others: (member, others) => members.get(member)?.changed(new Set(others)),
    flush,
    close: () => clearInterval(timer),
  }
}
