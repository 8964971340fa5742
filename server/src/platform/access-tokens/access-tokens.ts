import type { AccessToken } from '@stoa/contract/platform/access-tokens'
import type { Member } from '../../project/member.ts'
import { AppError } from '../../lib/errors.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { personInSession, personOf } from '../person.ts'
import { profileNotFound } from '../profile/port.ts'
import { deleteToken, insertToken, listTokens, lockProfile, type TokenRow } from './queries.ts'
import { generateToken } from './token.ts'

/** More than a person can manage in a list. */
const MOST = 100
/** A stolen token must not be able to create tokens without expiry, or to revoke its owner's others. */
const WORK = 'manage access tokens'

export async function listAccessTokens(
  { session, clock }: Pick<Context, 'clock' | 'session'>,
  member: Member,
): Promise<AccessToken[]> {
  const rows = await listTokens(session, personOf(member).userId)
  return rows.map((row) => toAccessToken(row, clock.now()))
}

/** Creates a token and mails its owner about it. Only this response contains the token. */
export async function createAccessToken(
  { session, clock, accounts }: Pick<Context, 'accounts' | 'clock' | 'session'>,
  actor: Actor,
  { name, expiresAt, userAgent }: { name: string; expiresAt: Date | null; userAgent: string },
): Promise<AccessToken & { token: string }> {
  const { userId, hasSecondFactor } = personInSession(actor.member, WORK)
  if (expiresAt && expiresAt <= clock.now())
    throw new AppError('invalid_expiry', 'The expiry time of the token is in the past.', {
      status: 400,
      hint: 'Use a time in the future.',
    })
  const { token, digest, prefix } = generateToken()
  const row = await session.transaction(async (tx) => {
    if (!(await lockProfile(tx, userId))) throw profileNotFound()
    const made = await insertToken(tx, MOST, {
      userId,
      name,
      digest,
      prefix,
      at: actor.at,
      expiresAt,
      hasSecondFactor,
    })
    if (!made) throw tooMany()
    await audit(tx, actor, { action: 'access_token.create', target: made.id, metadata: { name } })
    return made
  })
  accounts.notifyOwner(userId, { kind: 'access_token_created', prefix, ip: actor.ip, userAgent })
  return { ...toAccessToken(row, actor.at), token }
}

/** Revokes a token of the caller. Once this resolves, requests with it are refused. */
export async function deleteAccessToken(
  { session, access }: Pick<Context, 'access' | 'session'>,
  actor: Actor,
  id: string,
): Promise<Record<string, never>> {
  const { userId } = personInSession(actor.member, WORK)
  await session.transaction(async (tx) => {
    const deleted = await deleteToken(tx, userId, id)
    if (!deleted)
      throw new AppError('access_token_not_found', 'This access token does not exist.', {
        status: 404,
        hint: 'It may have been deleted. Reload the list of tokens.',
      })
    await audit(tx, actor, {
      action: 'access_token.delete',
      target: id,
      metadata: { name: deleted.name },
    })
  })
  access.forget()
  return {}
}

const toAccessToken = (row: TokenRow, now: Date): AccessToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  is_expired: row.expires_at !== null && row.expires_at <= now,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const tooMany = () =>
  new AppError('too_many_access_tokens', `You already have ${MOST} access tokens, the maximum.`, {
    status: 409,
    hint: 'Revoke a token that you no longer use.',
  })
