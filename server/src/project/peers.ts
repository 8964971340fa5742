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
}

/** The processes of the main server: it takes part itself and on behalf of the nodes. */
export function createPeers(): Peers {
  const projects = new Map<string, Map<string, (others: ReadonlySet<string>) => void>>()

  function tell(ref: string): void {
    const members = projects.get(ref) ?? new Map<string, never>()
    for (const [id, changed] of members) {
      const others = new Set(members.keys())
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
          members.delete(id)
          if (members.size === 0 && projects.get(ref) === members) projects.delete(ref)
          tell(ref)
        },
      }
    },
  }
}
