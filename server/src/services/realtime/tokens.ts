import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Caller } from '../../project/caller.ts'
import type { Project } from '../../project/project.ts'
import { createCallerResolver } from '../../project/resolve-caller.ts'
import { refusals } from './errors.ts'
import { isTicket, type Tickets } from './tickets.ts'

export type Tokens = {
  /** The caller that a token identifies. Throws a `ChannelError` for one that is not valid now. */
  callerOf(project: Project, token: string): Caller
  /** Milliseconds until the caller's token expires; undefined if it does not. */
  expiresIn(caller: Caller): number | undefined
}

/** Verifies the tokens of channels exactly as those of requests, and the tickets of members. */
export function createTokens(clock: Clock, tickets: Tickets): Tokens {
  const resolve = createCallerResolver(clock)
  return {
    callerOf({ ref, keys }, token) {
      if (isTicket(token)) {
        const caller = tickets.callerOf(ref, token)
        if (!caller) throw refusals.tokenRefused('The ticket has expired. Join the channel again')
        return caller
      }
      if (!TOKEN.test(token)) throw refusals.tokenMalformed()
      try {
        return resolve(keys, { apikey: undefined, authorization: `Bearer ${token}` })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'jwt_expired')
          throw refusals.tokenExpired(Math.max(0, secondsSince(expiryOf(token), clock)))
        if (error.code !== 'jwt_invalid') throw refusals.tokenRefused(error.message)
        throw refusals.tokenSignature()
      }
    },
    expiresIn({ claims }) {
      const { exp } = claims
      return typeof exp === 'number' ? exp * 1000 - clock.now().getTime() : undefined
    },
  }
}

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

const secondsSince = (expiry: number, clock: Clock): number =>
  Math.floor(clock.now().getTime() / 1000 - expiry)

/** The time in a token whose signature has been verified. */
function expiryOf(token: string): number {
  const claims: unknown = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  )
  const exp: unknown = typeof claims === 'object' && claims && 'exp' in claims ? claims.exp : 0
  return typeof exp === 'number' ? exp : 0
}
