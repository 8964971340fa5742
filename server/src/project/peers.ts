import type { Project } from './project.ts'

/**
 * Tells which processes serve clients of the same project at the same time. The main server knows
 * all of them; a node asks it.
 */
export type Peers = {
  /**
   * Joins a project under an id of the caller's choice. Calls `changed` with the ids of the other
   * processes as soon as they are known and after each change.
   */
  join(ref: string, id: string, changed: (others: ReadonlySet<string>) => void): { leave(): void }
  /** Reports what is open here to the main server. Undefined in the main server itself. */
  readonly report?: (ref: string, open: Figures) => void
  /** Called in the main server with its nodes' reports. */
  onReport(heard: (report: NodeReport) => void): void
  /** Called in the main server when a node takes a project, and when it no longer has it. */
  onNode(heard: (event: NodeEvent) => void): void
  /**
   * When a process with clients of the project last ended, in milliseconds; those clients may
   * reconnect to any other process. 0 if none has.
   */
  endedAt(ref: string): number
  /** Notifies all processes of such an end. */
  noteEnd(ref: string, at: number): void
  /** Called in a node for each such end that it is notified of. */
  onEnd(heard: (ref: string) => void): void
  /**
   * Tells the main server that this process is about to end. Undefined in the main server itself.
   */
  readonly leave?: () => void
  /** Tells the main server that a client it may be expecting has reconnected here. */
  readonly tookOver?: (ref: string, client: string) => void
}

export type NodeEvent = { readonly node: string; readonly project: Project } & (
  | { readonly kind: 'took' }
  /** The node had no client of the project for some time. */
  | { readonly kind: 'released' }
  /** The end may have been some time ago, because a hanging process is noticed late. */
  | { readonly kind: 'ended'; readonly delayMs: number }
  | { readonly kind: 'took_over'; readonly client: string }
)

export type Figures = Readonly<Record<string, number>>

export type NodeReport = {
  readonly node: string
  readonly ref: string
  readonly service: string
  /** Counted since the last report. */
  readonly counts?: Figures
  /** Open now. */
  readonly open?: Figures
}

/** The main server's peers. It takes part itself and on behalf of the nodes. */
export type MainPeers = Peers & {
  reported(report: NodeReport): void
  happened(event: NodeEvent): void
}

export function createPeers(): MainPeers {
  const projects = new Map<string, Map<string, (others: ReadonlySet<string>) => void>>()
  const listeners: ((report: NodeReport) => void)[] = []
  const ofNodes: ((event: NodeEvent) => void)[] = []
  const ends = new Map<string, number>()

  function tell(ref: string): void {
    for (const [id, changed] of projects.get(ref) ?? []) {
      const others = new Set(projects.get(ref)?.keys())
      others.delete(id)
      changed(others)
    }
  }

  return {
    join(ref, id, changed) {
      const members = projects.get(ref) ?? new Map<string, typeof changed>()
      projects.set(ref, members)
      members.set(id, changed)
      tell(ref)
      return {
        leave() {
          // The same process may have joined again before its broken connection was noticed.
          if (members.get(id) !== changed) return
          members.delete(id)
          if (members.size === 0 && projects.get(ref) === members) projects.delete(ref)
          tell(ref)
        },
      }
    },
    onReport: (heard) => void listeners.push(heard),
    reported(report) {
      for (const heard of listeners) heard(report)
    },
    onNode: (heard) => void ofNodes.push(heard),
    happened(event) {
      for (const heard of ofNodes) heard(event)
    },
    endedAt: (ref) => ends.get(ref) ?? 0,
    noteEnd: (ref, at) => void ends.set(ref, Math.max(at, ends.get(ref) ?? 0)),
    onEnd() {
      // The main server does the reporting itself.
    },
  }
}
