import type { DatabaseSession } from '@stoa/contract/services/meta/activity'

export const SESSION_FILTERS = ['all', 'active', 'waiting', 'long'] as const
export type SessionFilter = (typeof SESSION_FILTERS)[number]

/** A transaction open for this long delays vacuum and keeps its locks. */
export const LONG_TRANSACTION_SECONDS = 60

export function isWanted(session: DatabaseSession, filter: SessionFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'active':
      return session.state === 'active'
    case 'waiting':
      return session.wait_event_type === 'Lock'
    case 'long':
      return (session.transaction_seconds ?? 0) >= LONG_TRANSACTION_SECONDS
  }
}

/** Whether the search is part of the session's pid, role, application, address or statement. */
export function isFound(session: DatabaseSession, search: string): boolean {
  const { pid, role, application, client_address, statement } = session
  const text = [pid, role, application, client_address, statement].join(' ')
  return text.toLowerCase().includes(search.trim().toLowerCase())
}

/** `Lock: relation`, or empty if it waits for nothing relevant. */
export function waitOf({ wait_event_type, wait_event }: DatabaseSession): string | undefined {
  // An idle session waits for its client.
  if (wait_event_type === null || wait_event_type === 'Client' || wait_event_type === 'Activity')
    return undefined
  return wait_event === null ? wait_event_type : `${wait_event_type}: ${wait_event}`
}

/** The origin of a session: `postgres, psql, 10.0.0.1`. */
export const originOf = ({ role, application, client_address }: DatabaseSession): string =>
  [role ?? 'server process', application, client_address]
    .filter((part) => part !== null && part !== '')
    .join(', ')
