import type { DatabaseLock, DatabaseSession } from '@stoa/contract/services/meta/activity'

type Activity = {
  readonly own_pids: readonly number[]
  readonly sessions: readonly DatabaseSession[]
  readonly locks: readonly DatabaseLock[]
}

/** A statement that runs, or a transaction that another one waits for. */
export type Running = {
  readonly session: DatabaseSession
  readonly isOwn: boolean
  /** The lock it waits for, and the sessions that hold it. */
  readonly wait:
    | {
        readonly lock: DatabaseLock | undefined
        readonly holders: readonly (DatabaseSession | { readonly pid: number })[]
      }
    | undefined
  /** The pids of the sessions that wait for it. */
  readonly blocks: readonly number[]
}

/**
 * The statements that run, and the sessions that they wait for, the reader's own first. The order is
 * that in which the sessions connected, so that no entry moves when the list is read again.
 */
export function runningList({ own_pids, sessions, locks }: Activity): Running[] {
  const byPid = new Map(sessions.map((session) => [session.pid, session]))
  const blockers = new Set(sessions.flatMap(({ blocked_by }) => blocked_by))
  return sessions
    .filter(
      ({ pid, state, is_platform: isPlatform, blocked_by: blockedBy }) =>
        blockers.has(pid) ||
        blockedBy.length > 0 ||
        (!isPlatform && (state === 'active' || (own_pids.includes(pid) && state !== 'idle'))),
    )
    .map((session) => ({
      session,
      isOwn: own_pids.includes(session.pid),
      wait:
        session.blocked_by.length === 0
          ? undefined
          : {
              lock: locks.find(({ pid, is_granted }) => pid === session.pid && !is_granted),
              holders: session.blocked_by.map((pid) => byPid.get(pid) ?? { pid }),
            },
      blocks: sessions
        .filter(({ blocked_by: blockedBy }) => blockedBy.includes(session.pid))
        .map(({ pid }) => pid),
    }))
    .toSorted(
      (a, b) =>
        Number(b.isOwn) - Number(a.isOwn) ||
        a.session.backend_start.localeCompare(b.session.backend_start) ||
        a.session.pid - b.session.pid,
    )
}

/** `ShareLock on public.orders`, in the words of Postgres. */
export function lockText(lock: DatabaseLock | undefined): string {
  if (!lock) return 'a lock'
  if (lock.relation !== null) return `${lock.mode} on ${lock.relation}`
  return lock.kind === 'transactionid' ? 'a row that another transaction changed' : lock.mode
}

/** `postgres, psql`. */
export const originOf = ({ role, application }: DatabaseSession): string =>
  [role ?? 'server process', application].filter((part) => part !== '').join(', ')
