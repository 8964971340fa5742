import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A sign-in of the caller's account to the dashboard. */
export const AccountSession = z.object({
  id: z.uuid(),
  created_at: z.string().nullable(),
  /** When its tokens were last refreshed, or else when it started. */
  last_used_at: z.string().nullable(),
  ip: z.string().nullable(),
  /** The browser and system, such as `Firefox on Linux`; empty if the request named none. */
  device: z.string(),
  /** It has proved a second factor. */
  has_second_factor: z.boolean(),
  /** The request comes from this session. */
  is_current: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

/**
 * The sessions of the caller's account, the last used first. 403 `session_needed` for a request that
 * comes with an access token.
 */
export const listSessions = endpoint({
  method: 'GET',
  path: '/platform/profile/sessions',
  access: 'signed-in',
  response: z.array(AccountSession),
})

/** Ends one of them: its next request is refused. 404 `session_not_found`. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/platform/profile/sessions/{id}',
  access: 'signed-in',
  params: z.object({ id: z.uuid() }),
  response: z.object({}),
})

/** Ends all of them but the one that the request comes from. */
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/platform/profile/sessions/end-others',
  access: 'signed-in',
  response: z.object({}),
})
