import type { DatabaseSession } from '@stoa/contract/services/meta/activity'

/** A session and the sessions that wait for it. */
export type BlockingNode = { session: DatabaseSession; waiting: BlockingNode[] }

/**
 * Sessions and the sessions that they block, as trees whose roots are not blocked. A session that
 * waits for several appears below each of them, and a cycle is cut where it would repeat.
 */
export function blockingTrees(sessions: readonly DatabaseSession[]): BlockingNode[] {
  const blocked = sessions.filter(({ blocked_by }) => blocked_by.length > 0)
  const blockers = new Set(blocked.flatMap(({ blocked_by }) => blocked_by))
  const node = (session: DatabaseSession, above: readonly number[]): BlockingNode => ({
    session,
    waiting: blocked
      .filter(({ pid, blocked_by }) => blocked_by.includes(session.pid) && !above.includes(pid))
      .map((each) => node(each, [...above, each.pid])),
  })
  const roots = sessions.filter(({ pid, blocked_by }) => {
    const isBlocked = blocked_by.some((blocker) => sessions.some((each) => each.pid === blocker))
    return !isBlocked && (blockers.has(pid) || blocked_by.length > 0)
  })
  const trees = roots.map((session) => node(session, [session.pid]))
  const isShown = new Set(trees.flatMap(pidsOf))
  // Sessions that only wait for each other have no root, until Postgres detects the deadlock.
  for (const session of blocked) {
    if (isShown.has(session.pid)) continue
    const tree = node(session, [session.pid])
    trees.push(tree)
    for (const pid of pidsOf(tree)) isShown.add(pid)
  }
  return trees
}

const pidsOf = ({ session, waiting }: BlockingNode): number[] => [
  session.pid,
  ...waiting.flatMap(pidsOf),
]
