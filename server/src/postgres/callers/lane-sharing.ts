import type { CallerLanes, LaneKind } from './lanes.ts'

/** Runs of one quick statement that share a lane, and with it a connection. */
type Group<Connection> = {
  /** How many runs have joined, and how many of them have not ended. */
  joined: number
  running: number
  connection: Connection | undefined
  /** Resolves when the group has a connection, if it had to wait for one. */
  begun: Promise<Connection>
  end(): void
}

type Options<Connection> = {
  readonly lanes: CallerLanes
  /** Takes a lane of the kind and a connection until the work ends. */
  occupy(kind: LaneKind, work: (connection: Connection) => Promise<void>): Promise<void>
  /** Whether the work on the connection is expected to end soon. */
  hasRoom(connection: Connection): boolean
}

export type Sharing = {
  /** The statement whose runs may share a lane. */
  readonly name: string
  readonly kind: LaneKind
  /**
   * Prefers free lanes, so that commits reach the disk together. Otherwise runs gather on the
   * connection whose Postgres process is awake already.
   */
  readonly spreads: boolean
}

/** Runs work on a connection that only runs of the same statement use. */
export type ShareLane<Connection> = <T>(
  sharing: Sharing,
  work: (connection: Connection) => T,
) => Promise<Awaited<T>>

/** How many runs of a statement are in flight on one connection. */
const MAX_RUNNING = 8
/** Statements whose list of groups is kept while it is empty, because removing it is slow garbage. */
const MAX_KEPT = 250

const neverAwaited = new Promise<never>(() => {})

/**
 * Lets runs of a quick statement that must not run twice share a lane. One that turns out slow then
 * delays only runs of the same statement by the same kind of caller, and at most seven of them.
 */
export function createLaneSharing<Connection>({
  lanes,
  occupy,
  hasRoom,
}: Options<Connection>): ShareLane<Connection> {
  const groups = new Map<string, Group<Connection>[]>()

  function open(key: string, kind: LaneKind): Group<Connection> {
    let begin: (connection: Connection) => void = () => {}
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const group: Group<Connection> = {
      joined: 0,
      running: 0,
      connection: undefined,
      begun: neverAwaited,
      end,
    }
    const alike = groups.get(key)
    if (alike) alike.push(group)
    else groups.set(key, [group])
    const occupied = occupy(kind, (connection) => {
      group.connection = connection
      begin(connection)
      return ended
    })
    // With a free lane and connection, it has begun already.
    if (group.connection === undefined)
      group.begun = new Promise((resolve, reject) => {
        begin = resolve
        occupied.catch(reject)
      })
    else occupied.catch(() => {})
    return group
  }

  function isOpen({ joined, running, connection }: Group<Connection>): boolean {
    // Runs that wait get the lane of a group that has used up its share.
    if (lanes.waiting > 0 && joined >= MAX_RUNNING) return false
    return running < MAX_RUNNING && (connection === undefined || hasRoom(connection))
  }

  function leave(key: string, group: Group<Connection>): void {
    group.running -= 1
    if (group.running > 0) return
    group.end()
    const alike = groups.get(key) ?? []
    const last = alike.pop()
    if (last && last !== group) alike[alike.indexOf(group)] = last
    if (alike.length === 0 && groups.size > MAX_KEPT) groups.delete(key)
  }

  /** The group to join; undefined if a lane has to be taken. */
  function pick(key: string, { kind, spreads }: Sharing): Group<Connection> | undefined {
    if (spreads && lanes.isFree(kind)) return undefined
    let least: Group<Connection> | undefined
    for (const group of groups.get(key) ?? [])
      if (isOpen(group)) {
        if (!spreads) return group
        if (!least || group.running < least.running) least = group
      }
    return least
  }

  return async function share<T>(
    sharing: Sharing,
    work: (connection: Connection) => T,
  ): Promise<Awaited<T>> {
    const key = `${sharing.kind} ${sharing.name}`
    const group = pick(key, sharing) ?? open(key, sharing.kind)
    group.joined += 1
    group.running += 1
    try {
      return await work(group.connection ?? (await group.begun))
    } finally {
      leave(key, group)
    }
  }
}
