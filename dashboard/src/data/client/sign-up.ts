import { sendJson } from './http.ts'
import { beginMailedSignIn } from './mailed-sign-in.ts'
import type { Credentials, Session } from './session.ts'

type Store = Parameters<typeof beginMailedSignIn>[0]

/**
 * Creates an account. Returns `confirm` when an email has to confirm its address first, which the
 * link in an invitation's own email does already.
 */
export async function signUp(
  session: Session,
  store: Store,
  { inviteToken, ...credentials }: Credentials & { inviteToken: string | undefined },
): Promise<'signed-in' | 'confirm'> {
  const { challenge, query } = await beginMailedSignIn(store, 'sign-up')
  return session.signUp(
    { ...credentials, ...challenge, ...(inviteToken && { invite_token: inviteToken }) },
    query,
  )
}

/** Sends the email that confirms the address of an account again. */
export async function requestConfirmation(store: Store, email: string): Promise<void> {
  const { challenge, query } = await beginMailedSignIn(store, 'sign-up')
  await sendJson({
    method: 'POST',
    url: `/auth/v1/resend${query}`,
    body: { type: 'signup', email, ...challenge },
  })
}
