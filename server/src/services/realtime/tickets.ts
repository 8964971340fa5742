import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Caller } from '../../project/caller.ts'

/**
 * The tickets with which members' clients join as another role or user. A ticket is sealed with its
 * caller, so that every node can read it.
 */
export type Tickets = {
  issue(ref: string, caller: Caller): { readonly ticket: string; readonly expiresAt: Date }
  /** The caller of the ticket; undefined if it is no longer valid. */
  callerOf(ref: string, ticket: string): Caller | undefined
}

const PREFIX = 'stoa_ticket_'
const VALID_MS = 3_600_000

const Sealed = z.object({ role: z.string(), claims: z.looseObject({ exp: z.number() }) })

export const isTicket = (token: string): boolean => token.startsWith(PREFIX)

export function createTickets({
  clock,
  box,
}: {
  readonly clock: Clock
  readonly box: SecretBox
}): Tickets {
  function open(ref: string, ticket: string): string | undefined {
    try {
      return box.open(Buffer.from(ticket.slice(PREFIX.length), 'base64url'), ref)
    } catch {
      return undefined
    }
  }

  return {
    issue(ref, { role, claims }) {
      const expiresAt = new Date(clock.now().getTime() + VALID_MS)
      // A channel ends when its caller's claims expire.
      const exp = Math.floor(expiresAt.getTime() / 1000)
      const text = JSON.stringify({ role, claims: { ...claims, exp } })
      return { ticket: `${PREFIX}${box.seal(text, ref).toString('base64url')}`, expiresAt }
    },
    callerOf(ref, ticket) {
      const text = open(ref, ticket)
      if (text === undefined) return undefined
      const { role, claims } = Sealed.parse(JSON.parse(text))
      if (claims.exp * 1000 <= clock.now().getTime()) return undefined
      return { role, claims, claimsJson: JSON.stringify(claims) }
    },
  }
}
