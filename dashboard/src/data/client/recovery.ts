import { sendJson } from './http.ts'
import type { Session } from './session.ts'

/** Where the verifier waits for the link that the mail brings. */
const VERIFIER = 'stoa.recovery-verifier'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Asks for a mail with a link and a code. The answer is the same whoever asks. The link works in
 * this browser alone (PKCE, RFC 7636), the code in any.
 */
export async function requestRecovery(store: Store, email: string): Promise<void> {
  const verifier = randomText()
  const challenge = await challengeOf(verifier)
  store.setItem(VERIFIER, verifier)
  const target = encodeURIComponent(`${window.location.origin}/reset-password`)
  await sendJson({
    method: 'POST',
    url: `/auth/v1/recover?redirect_to=${target}`,
    body: { email, ...challenge },
  })
}

/** Signs in with the code of the mail, typed. */
export const recoverWithCode = (
  session: Session,
  { email, code }: { email: string; code: string },
): Promise<void> =>
  session.change(() =>
    sendJson({
      method: 'POST',
      url: '/auth/v1/verify',
      body: { type: 'recovery', email, token: code },
    }),
  )

/** Whether this browser asked for the mail whose link it follows. */
export const isRecoveryOurs = (store: Store): boolean => store.getItem(VERIFIER) !== null

/** Signs in with what the link of the mail brought. */
export async function recoverWithLink(session: Session, store: Store, code: string): Promise<void> {
  const verifier = store.getItem(VERIFIER) ?? ''
  await session.change(() =>
    sendJson({
      method: 'POST',
      url: '/auth/v1/token?grant_type=pkce',
      body: { auth_code: code, code_verifier: verifier },
    }),
  )
  store.removeItem(VERIFIER)
}

/** Sets the password of the signed-in account; every other session of it ends. */
export async function setNewPassword(session: Session, password: string): Promise<void> {
  await sendJson({
    method: 'PUT',
    url: '/auth/v1/user',
    body: { password },
    accessToken: await session.accessToken(),
  })
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return base64Url(bytes)
}

/** Hashing needs a secure context; an installation without TLS on a network has none. */
async function challengeOf(verifier: string) {
  if (!('subtle' in crypto)) return { code_challenge: verifier, code_challenge_method: 'plain' }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { code_challenge: base64Url(new Uint8Array(digest)), code_challenge_method: 's256' }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
