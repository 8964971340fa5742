import type { AuthContext } from '../context.ts'
import { challengeRequired } from '../errors.ts'
import { withFragment } from '../mail/redirects.ts'
import type { ProviderTokens } from './provider-tokens.ts'
import type { SessionBody } from './sessions.ts'

/**
 * The only place that puts a session into a URL: into its fragment, which browsers send to no server
 * but keep over redirects. 400 `code_challenge_required` where the policy forbids that.
 */
export function sessionRedirect(
  { policy }: Pick<AuthContext, 'policy'>,
  target: string,
  {
    session,
    tokens = {},
    type,
  }: {
    readonly session: SessionBody
    readonly tokens?: ProviderTokens
    /** The kind of the mail. */
    readonly type?: string
  },
): string {
  if (policy.flow === 'pkce') throw challengeRequired()
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...tokens,
    ...(type !== undefined && { type }),
  })
}
