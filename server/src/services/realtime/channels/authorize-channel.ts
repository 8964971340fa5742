import type { Caller } from '../../../project/caller.ts'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import { readPolicies } from '../database/policies.ts'
import type { Policies } from '../database/private-access.ts'
import { refusals } from '../errors.ts'
import { NAME } from '../name.ts'
import type { ChannelState } from './channel-state.ts'
import { MAX_TIMER_MS } from './limits.ts'
import type { OpenChannel } from './open-channel.ts'

/** The caller of a token, or of the handshake if the client sent an API key or nothing. */
export const callerOf = (
  { socket, state: { hub } }: Pick<OpenChannel, 'socket' | 'state'>,
  token: string | undefined,
): Caller =>
  token === undefined || token.startsWith('sb_')
    ? socket.caller
    : hub.tokens.callerOf(hub.project, token)

/**
 * Lets the channel act for a caller, until their token expires. Throws `Unauthorized` if the policies
 * of a private channel do not allow it, or no longer what they allowed before.
 */
export async function authorize(channel: OpenChannel, next: Caller): Promise<void> {
  const { state, policies: before } = channel
  const after = state.config.isPrivate ? await policiesOf(state, next) : undefined
  if (channel.isOver) return
  if (after && !after.broadcast.read && !after.presence.read)
    throw refusals.unauthorized(state.subTopic)
  const isRevoked =
    before &&
    after &&
    ((before.broadcast.read && !after.broadcast.read) ||
      (before.presence.read && !after.presence.read))
  if (isRevoked) throw refusals.unauthorized(state.subTopic)
  channel.caller = next
  channel.policies = after
  watchExpiry(channel)
}

/** Handles a new token from the client. */
export async function refreshToken(channel: OpenChannel, payload: unknown): Promise<void> {
  const { hub, config } = channel.state
  const next: unknown =
    typeof payload === 'object' && payload && 'access_token' in payload
      ? payload.access_token
      : undefined
  if (typeof next !== 'string' || next === channel.token || next.startsWith('sb_')) return
  // Each one queries the database, like a join.
  if (config.isPrivate && !hub.limits.takeJoin()) throw refusals.tooManyJoins()
  await authorize(channel, callerOf(channel, next))
  channel.token = next
  channel.changes?.refreshed()
}

async function policiesOf({ hub, subTopic }: ChannelState, next: Caller): Promise<Policies> {
  try {
    return await readPolicies(hub.project, next, subTopic)
  } catch (error) {
    hub.project
      .log(NAME)
      .warn(
        { error: String(error), ...(isDatabaseFailure(error) && { code: error.code }) },
        'The policies of realtime.messages could not be evaluated.',
      )
    throw refusals.databaseUnavailable()
  }
}

function watchExpiry(channel: OpenChannel): void {
  clearTimeout(channel.expiry)
  const left = channel.state.hub.tokens.expiresIn(channel.caller)
  if (left === undefined) return
  channel.expiry = setTimeout(
    () =>
      left > MAX_TIMER_MS
        ? watchExpiry(channel)
        : channel.state.shutdown(refusals.tokenExpired(0).message),
    Math.max(0, Math.min(left, MAX_TIMER_MS)),
  )
  channel.expiry.unref()
}
