import type { Role } from '@stoa/contract/platform/permissions'
import { ApiError, errorMessage } from '../../client/api-error.ts'
import { isRecord, sendJson } from '../../client/http.ts'

/** An invitation as its link shows it. Reading it needs only the token of the link, not an account. */
export type PublicInvitation =
  | {
      readonly state: 'open'
      readonly organizationName: string
      readonly role: Role
      readonly email: string
      /** The name or address of the account that invited, if the server knows it. */
      readonly inviter: string | null
    }
  | { readonly state: 'refused'; readonly reason: string; readonly hint: string | undefined }

const ROLES: readonly string[] = [
  'owner',
  'administrator',
  'developer',
  'read_only',
] satisfies readonly Role[]
const isRole = (value: unknown): value is Role => typeof value === 'string' && ROLES.includes(value)

/**
 * Reads an invitation by its token, parsed by hand, because the contract's schema would add the
 * schema library to the sign-in pages, whose size is limited.
 */
export async function readPublicInvitation(
  token: string,
  signal: AbortSignal,
): Promise<PublicInvitation> {
  try {
    const answer = await sendJson({
      method: 'POST',
      url: '/platform/invitations/read',
      body: { token },
      signal,
    })
    const fields = isRecord(answer) ? answer : {}
    const { organization_name: organizationName, role, email, inviter } = fields
    if (typeof organizationName !== 'string' || typeof email !== 'string' || !isRole(role))
      return { state: 'refused', reason: 'Could not read this invitation.', hint: undefined }
    return {
      state: 'open',
      organizationName,
      role,
      email,
      inviter: typeof inviter === 'string' ? inviter : null,
    }
  } catch (error) {
    return {
      state: 'refused',
      reason: errorMessage(error),
      hint: error instanceof ApiError ? error.hint : undefined,
    }
  }
}
