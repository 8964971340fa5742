import type { Clock } from '../../lib/clock.ts'
import type { Caller } from '../../project/caller.ts'

/** What members' clients join with as another role or user. Kept in memory. */
export type Tickets = {
  issue(ref: string, caller: Caller): { readonly ticket: string; readonly expiresAt: Date }
  /** Who joins with the ticket; undefined if it is not valid any more. */
  callerOf(ref: string, ticket: string): Caller | undefined
}

const PREFIX = 'stoa_ticket_'
const VALID_MS = 3_600_000
/** The oldest ticket of a project is forgotten for the next one. */
const MAX_OF_PROJECT = 100

export const isTicket = (token: string): boolean => token.startsWith(PREFIX)

export function createTickets({
  clock,
  newId,
}: {
  readonly clock: Clock
  readonly newId: () => string
}): Tickets {
  type Issued = { readonly caller: Caller; readonly expiresAt: Date }
  const projects = new Map<string, Map<string, Issued>>()

  function removeExpired(): void {
    const now = clock.now()
    for (const [ref, tickets] of projects) {
      for (const [ticket, { expiresAt }] of tickets) if (expiresAt <= now) tickets.delete(ticket)
      if (tickets.size === 0) projects.delete(ref)
    }
  }

  return {
    issue(ref, caller) {
      removeExpired()
      const tickets = projects.get(ref) ?? new Map<string, Issued>()
      projects.set(ref, tickets)
      const expiresAt = new Date(clock.now().getTime() + VALID_MS)
      // A channel ends when its caller's claims expire.
      const claims = { ...caller.claims, exp: Math.floor(expiresAt.getTime() / 1000) }
      const ticket = `${PREFIX}${newId()}`
      tickets.set(ticket, {
        caller: { role: caller.role, claims, claimsJson: JSON.stringify(claims) },
        expiresAt,
      })
      const [oldest] = tickets.keys()
      if (tickets.size > MAX_OF_PROJECT && oldest !== undefined) tickets.delete(oldest)
      return { ticket, expiresAt }
    },
    callerOf(ref, ticket) {
      const issued = projects.get(ref)?.get(ticket)
      return issued && issued.expiresAt > clock.now() ? issued.caller : undefined
    },
  }
}
