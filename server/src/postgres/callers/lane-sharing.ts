import type { CallerLanes, LaneKind } from './lanes.ts'

/** Runs of one quick statement that share a lane, and with it a connection. */
type Group<Connection> = {
  /** How many runs have joined, and how many of them have not ended. */
  joined: number
  running: number
  connection: Connection | undefined
  readonly begun: Promise<Connection>
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

/**
 * Lets runs of a quick statement that must not run twice share a lane. One that turns out slow then
 * delays only runs of the same statement by the same kind of caller, and at most seven of them.
 */
export function createLaneSharing<Connection>({
  lanes,
  occupy,
  hasRoom,
}: Options<Connection>): ShareLane<Connection> {
  const groups = new Map<string, Set<Group<Connection>>>()

  function open(key: string, kind: LaneKind): Group<Connection> {
    let begin: (connection: Connection) => void = () => {}
    let refuse: (error: unknown) => void = () => {}
    let end: () => void = () => {}
    const begun = new Promise<Connection>((resolve, reject) => {
      begin = resolve
      refuse = reject
    })
    const ended = new Promise<void>((resolve) => (end = resolve))
    const group: Group<Connection> = { joined: 0, running: 0, connection: undefined, begun, end }
    const alike = groups.get(key)
    if (alike) alike.add(group)
    else groups.set(key, new Set([group]))
    occupy(kind, (connection) => {
      group.connection = connection
      begin(connection)
      return ended
    }).catch(refuse)
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
    const alike = groups.get(key)
    alike?.delete(group)
    if (alike?.size === 0) groups.delete(key)
  }

  /** The group to join; undefined if a lane has to be taken. */
  function pick(key: string, { kind, spreads }: Sharing): Group<Connection> | undefined {
    if (spreads && lanes.isFree(kind)) return undefined
    const open = [...(groups.get(key) ?? [])].filter(isOpen)
    if (!spreads) return open[0]
    return open.toSorted((one, other) => one.running - other.running)[0]
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
