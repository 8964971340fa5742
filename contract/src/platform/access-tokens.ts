import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A personal access token: a program sends it instead of a person's session. */
export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the token, enough to tell tokens apart. */
  prefix: z.string(),
  created_at: z.string(),
  /** Null for a token that does not expire. */
  expires_at: z.string().nullable(),
  is_expired: z.boolean(),
  /** To the minute; null for a token that was never used. */
  last_used_at: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const AccessTokenName = z.string().trim().min(1).max(100)

/** The caller's own tokens, newest first, including expired ones. */
export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/platform/profile/access-tokens',
  access: 'signed-in',
  response: z.array(AccessToken),
})

/**
 * Creates a token with the caller's own rights; only this response contains it. Returns 403
 * `session_needed` for a request that itself uses a token, 400 `invalid_expiry` for a time that is
 * not in the future, and 409 `too_many_access_tokens` for the 101st.
 */
export const createAccessToken = endpoint({
  method: 'POST',
  path: '/platform/profile/access-tokens',
  access: 'signed-in',
  body: z.object({
    name: AccessTokenName,
    expires_at: z.iso.datetime({ offset: true }).nullable(),
  }),
  response: AccessToken.extend({ token: z.string() }),
  status: 201,
})

/** Revokes a token: the next request with it is refused. 404 `access_token_not_found`. */
export const deleteAccessToken = endpoint({
  method: 'DELETE',
  path: '/platform/profile/access-tokens/{id}',
  access: 'signed-in',
  params: z.object({ id: z.uuid() }),
  response: z.object({}),
})
