/**
 * Which processes serve clients of the same project at the same time. The main server knows all of
 * them; a node asks it.
 */
export type Peers = {
  /**
   * Takes part in a project under an id of the caller's choice. `changed` gets the ids of the others
   * as soon as they are known, and after each change.
   */
  join(ref: string, id: string, changed: (others: ReadonlySet<string>) => void): { leave(): void }
  /** Tells the main server what is open here now. Undefined in the main server itself. */
  readonly report?: (ref: string, open: Figures) => void
  /** Called in the main server with what its nodes report. */
  onReport(heard: (report: NodeReport) => void): void
}

export type Figures = Readonly<Record<string, number>>

export type NodeReport = {
  readonly node: string
  readonly ref: string
  readonly service: string
  /** What was counted since the last report. */
  readonly counts?: Figures
  /** What is open now. */
  readonly open?: Figures
}

/** The main server's peers: it takes part itself and on behalf of the nodes. */
export type MainPeers = Peers & {
  reported(report: NodeReport): void
}

export function createPeers(): MainPeers {
  const projects = new Map<string, Map<string, (others: ReadonlySet<string>) => void>>()
  const listeners: ((report: NodeReport) => void)[] = []

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
  }
}
