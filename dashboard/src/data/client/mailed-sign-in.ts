import { isRecord, sendJson } from './http.ts'
import type { Challenge, Session } from './session.ts'

/** The purpose of an email from the auth service. */
export type MailedSignIn = 'recovery' | 'sign-up' | 'email-change'

/** The page of the dashboard that the email's link opens. */
const PAGES = {
  recovery: '/reset-password',
  'sign-up': '/confirm-email',
  'email-change': '/confirm-email',
} as const

/** Local storage keys of the PKCE verifiers, kept until the emailed link is opened. */
const VERIFIERS = {
  recovery: 'stoa.recovery-verifier',
  'sign-up': 'stoa.sign-up-verifier',
  // One page finishes both, and does not know which of them the browser asked for.
  'email-change': 'stoa.sign-up-verifier',
} as const

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Begins a sign-in that an email completes. The email's link works only in this browser (PKCE, RFC
 * 7636); its code works in any browser. Returns the fields for the request, and the query string
 * that names the page of the link.
 */
export async function beginMailedSignIn(
  store: Store,
  kind: MailedSignIn,
): Promise<{ challenge: Challenge; query: string }> {
  const verifier = randomText()
  const challenge = await challengeOf(verifier)
  store.setItem(VERIFIERS[kind], verifier)
  const target = encodeURIComponent(`${window.location.origin}${PAGES[kind]}`)
  return { challenge, query: `?redirect_to=${target}` }
}

/** Whether this browser requested the email whose link it follows. */
export const isOurs = (store: Store, kind: MailedSignIn): boolean =>
  store.getItem(VERIFIERS[kind]) !== null

/** Whether the account's password was removed, because somebody else might have set it. */
export type Finished = { needsPassword: boolean }

/** Signs in with the code from the email. */
export const finishWithCode = (
  session: Session,
  kind: MailedSignIn,
  { email, code }: { email: string; code: string },
): Promise<Finished> =>
  finish(session, {
    url: '/auth/v1/verify',
    body: { type: kind === 'recovery' ? 'recovery' : 'signup', email, token: code },
  })

/** Signs in with the code in the emailed link. */
export async function finishWithLink(
  session: Session,
  { store, kind, code }: { store: Store; kind: MailedSignIn; code: string },
): Promise<Finished> {
  const verifier = store.getItem(VERIFIERS[kind]) ?? ''
  const finished = await finish(session, {
    url: '/auth/v1/token?grant_type=pkce',
    body: { auth_code: code, code_verifier: verifier },
  })
  store.removeItem(VERIFIERS[kind])
  return finished
}

async function finish(
  session: Session,
  request: { url: string; body: Record<string, string> },
): Promise<Finished> {
  let needsPassword = false
  await session.change(async () => {
    const answer = await sendJson({ method: 'POST', ...request })
    needsPassword = isRecord(answer) && answer['password_removed'] === true
    return answer
  })
  return { needsPassword }
}

function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return base64Url(bytes)
}

/** Hashing needs a secure context, which an installation without TLS does not have. */
async function challengeOf(verifier: string): Promise<Challenge> {
  if (!('subtle' in crypto)) return { code_challenge: verifier, code_challenge_method: 'plain' }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { code_challenge: base64Url(new Uint8Array(digest)), code_challenge_method: 's256' }
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
