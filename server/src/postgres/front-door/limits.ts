/** The progress of a connection that has not signed in. */
export type Progress = 'silent' | 'speaking' | 'authenticating'

/** A connection's slot, first among those that are signing in, then among those of its project. */
export type Admission = {
  advance(progress: Progress): void
  /**
   * Takes a slot at a project before the password is checked. Returns false if the project's
   * maximum number of connections are signed in: `max`, or that of the options.
   */
  enterProject(ref: string, max?: number): boolean
  /** From now on, no other connection can take the slot. */
  signedIn(): void
  /** A refused connection only waits for its client to close it, so it is dropped first. */
  refused(): void
  /** Frees the slot; can be called more than once. */
  leave(): void
}

export type Limits = {
  /**
   * A slot for a new connection from `source`. `drop` is called when a later connection takes the
   * slot: at most once, and never after `signedIn` or `leave`.
   */
  admit(source: string, drop: () => void): Admission
}

export type LimitOptions = {
  /** Maximum connections that have not signed in. */
  readonly maxPending: number
  /** Maximum of these from one source: a client network, or the functions of one project. */
  readonly maxPerSource: number
  /** Maximum of these from one source to one project. */
  readonly maxPerSourceAndProject: number
  /**
   * Maximum connections to one project; those that have not signed in can be dropped for others.
   */
  readonly maxPerProject: number
}

type Entry = {
  readonly source: string
  readonly drop: () => void
  progress: Progress
  /** The project that the client has named. */
  ref: string | undefined
}

/**
 * Keeps connections that do not sign in from blocking others: clients and functions of one tenant
 * must not lock out those of another, even if all use one address. A new connection always gets a
 * slot. At a limit, the connection that has gone longest without progress is dropped: first one
 * that has sent nothing, then one with an unfinished start-up message, then the one that has been
 * authenticating longest, of the source and project that have most of them.
 */
export function createLimits(options: LimitOptions): Limits {
  /** In the order in which they arrived, or began to authenticate. */
  const pending = new Set<Entry>()
  const sessions = new Map<string, number>()

  function keepWithin(max: number, isAlike: (entry: Entry) => boolean): void {
    const alike = [...pending].filter(isAlike)
    if (alike.length < max) return
    const victim = slowestOf(alike)
    if (victim && pending.delete(victim)) victim.drop()
  }

  function enterProject(entry: Entry, ref: string, max = options.maxPerProject): boolean {
    const open = sessions.get(ref) ?? 0
    if (open >= max) return false
    const { source } = entry
    const isAtProject = (other: Entry) => other.ref === ref
    // The clients of a pooler come in bursts.
    keepWithin(
      max > options.maxPerProject ? options.maxPerSource : options.maxPerSourceAndProject,
      (other) => isAtProject(other) && other.source === source,
    )
    keepWithin(max - open, isAtProject)
    entry.ref = ref
    return true
  }

  return {
    admit(source, drop) {
      keepWithin(options.maxPerSource, (entry) => entry.source === source)
      keepWithin(options.maxPending, () => true)
      const entry: Entry = { source, drop, progress: 'silent', ref: undefined }
      pending.add(entry)
      let session: string | undefined
      return {
        advance(progress) {
          entry.progress = progress
          if (progress === 'authenticating' && pending.delete(entry)) pending.add(entry)
        },
        enterProject: (ref, max) => enterProject(entry, ref, max),
        signedIn() {
          // A connection that was just dropped is still closing.
          if (!pending.delete(entry) || entry.ref === undefined) return
          session = entry.ref
          add(sessions, session, 1)
        },
        refused() {
          entry.progress = 'silent'
          entry.ref = undefined
        },
        leave() {
          pending.delete(entry)
          if (session !== undefined) add(sessions, session, -1)
          session = undefined
        },
      }
    },
  }
}

/** Every connection is silent at first, so only those of the older half count as slow. */
function slowestOf(entries: readonly Entry[]): Entry | undefined {
  const older = entries.slice(0, Math.floor(entries.length / 2) + 1)
  return (
    older.find(({ progress }) => progress === 'silent') ??
    older.find(({ progress }) => progress === 'speaking') ??
    longestOf(entries.filter(({ progress }) => progress === 'authenticating'))
  )
}

function longestOf(entries: readonly Entry[]): Entry | undefined {
  const ofSource = largestGroup(entries, ({ source }) => source)
  return largestGroup(ofSource, ({ ref }) => ref)[0]
}

function largestGroup(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
): readonly Entry[] {
  const groups = Map.groupBy(entries, keyOf)
  return [...groups.values()].reduce(
    (largest, group) => (group.length > largest.length ? group : largest),
    [],
  )
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  if (count <= 0) counts.delete(key)
}
