import { ApiError } from './api-error.ts'
import { isRecord, sendJson } from './http.ts'
import type { Session } from './session.ts'

/** A second factor of the signed-in account: an authenticator app that generates codes. */
export type Factor = {
  id: string
  /** Empty when the user gave no name. */
  name: string
  isVerified: boolean
  createdAt: string
}

/** The ways in which the signed-in account can prove its second factor. */
export type SecondFactors = { apps: Factor[]; hasRecoveryCodes: boolean }

/** The account's authenticator apps that were verified, and whether it has recovery codes. */
export async function readSecondFactors(
  session: Session,
  signal?: AbortSignal,
): Promise<SecondFactors> {
  const user = await readUser(session, signal)
  return {
    apps: factorsOf(user).filter(({ isVerified }) => isVerified),
    hasRecoveryCodes: listOf(user).some(
      (factor) => isRecord(factor) && factor['factor_type'] === 'recovery_code',
    ),
  }
}

/** Only factors whose first code was verified count. */
export async function readFactors(session: Session, signal?: AbortSignal): Promise<Factor[]> {
  return factorsOf(await readUser(session, signal))
}

async function readUser(session: Session, signal?: AbortSignal): Promise<unknown> {
  const accessToken = await session.accessToken()
  return sendJson({ method: 'GET', url: '/auth/v1/user', accessToken, signal })
}

/** Reads the `factors` of a GoTrue user, which an account without factors does not have. */
export const factorsOf = (user: unknown): Factor[] =>
  listOf(user).flatMap((factor) => factorOf(factor) ?? [])

function listOf(user: unknown): unknown[] {
  const factors = isRecord(user) ? user['factors'] : undefined
  return Array.isArray(factors) ? factors : []
}

function factorOf(value: unknown): Factor | undefined {
  if (!isRecord(value) || value['factor_type'] !== 'totp') return undefined
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : '')
  return {
    id: text('id'),
    name: text('friendly_name'),
    isVerified: value['status'] === 'verified',
    createdAt: text('created_at'),
  }
}

/** The entered code, without the spaces that apps display in it. */
export const plainCode = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, 6)

/**
 * Verifies a factor with its app's current code. The session continues with new tokens that contain
 * the proof. Rejects with `mfa_verification_failed` for a wrong or used code.
 */
export async function proveFactor(
  session: Session,
  { factorId, code }: { factorId: string; code: string },
): Promise<void> {
  await session.change(async (accessToken) => {
    const send = (path: string, body: unknown) =>
      sendJson({ method: 'POST', url: `/auth/v1/factors/${factorId}/${path}`, body, accessToken })
    const challenge = await send('challenge', {})
    const challengeId = isRecord(challenge) ? challenge['id'] : undefined
    return send('verify', { challenge_id: challengeId, code })
  })
}

/** Verifies one of the account's recovery codes, which works once. */
export const proveWithRecoveryCode = (session: Session, code: string): Promise<void> =>
  session.change((accessToken) =>
    sendJson({
      method: 'POST',
      url: '/auth/v1/factors/recovery-codes/verify',
      body: { code },
      accessToken,
    }),
  )

/** Renews the session, so that its token reflects changes to the account's factors. */
export const refreshSession = (session: Session): Promise<void> =>
  session.change((_accessToken, refreshToken) =>
    sendJson({
      method: 'POST',
      url: '/auth/v1/token?grant_type=refresh_token',
      body: { refresh_token: refreshToken },
    }),
  )

/** The message for a user whose recovery code was rejected. */
export function recoveryCodeFailure(error: unknown): string {
  if (error instanceof ApiError && error.errorCode === 'mfa_verification_failed')
    return 'Wrong or used code. Each recovery code works once.'
  return codeFailure(error)
}

/** The message for a user whose code was rejected. */
export function codeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Could not check the code.'
  if (error.errorCode === 'mfa_verification_failed')
    return 'Wrong code. Enter the current code from your app; each code works once.'
  if (error.errorCode === 'over_request_rate_limit')
    return `Too many wrong codes. Try again in ${minutes(error.retryAfter ?? 60)}.`
  return error.message
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
