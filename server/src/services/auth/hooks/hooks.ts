import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import type { AuthContext } from '../context.ts'
import type { User } from '../queries/users.ts'
import { toUserBody } from '../users/user-view.ts'
import { callFunctionHook } from './function-hook.ts'
import { hookFailed, throwHookError } from './hook-error.ts'
import { callHttpHook } from './http-hook.ts'

export type HookName =
  | 'send_sms'
  | 'send_email'
  | 'custom_access_token'
  | 'mfa_verification_attempt'
  | 'password_verification_attempt'
  | 'before_user_created'
  | 'after_user_created'

export const isHookEnabled = (
  { settings }: Pick<AuthContext, 'settings'>,
  name: HookName,
): boolean => settings[`hook_${name}_enabled`] && settings[`hook_${name}_uri`] !== ''

/**
 * Calls an enabled hook and returns its output. Throws the error that the hook responds with, with
 * its status and message. A function runs in the transaction `tx`, or in one of its own.
 */
export async function callHook(
  context: AuthContext,
  name: HookName,
  { payload, tx }: { readonly payload: object; readonly tx?: Connection },
): Promise<unknown> {
  const uri = context.settings[`hook_${name}_uri`]
  const output = uri.startsWith('pg-functions://')
    ? await (tx
        ? callFunctionHook(tx, { uri, payload })
        : context.database.transaction((own) => callFunctionHook(own, { uri, payload })))
    : await callHttpHook(context, {
        uri,
        secrets: context.settings[`hook_${name}_secrets`],
        payload,
      })
  throwHookError(output)
  return output
}

/** Lets the hook send the text message. */
export const callSendSms = (
  context: AuthContext,
  { user, phone, code }: { readonly user: User; readonly phone: string; readonly code: string },
) =>
  callHook(context, 'send_sms', {
    payload: { user: toUserBody(user), sms: { otp: code, phone } },
  })

/** Lets the hook send the mail. */
export const callSendEmail = (
  context: AuthContext,
  payload: { readonly user: User; readonly data: Readonly<Record<string, string>> },
) =>
  callHook(context, 'send_email', {
    payload: { user: toUserBody(payload.user), email_data: payload.data },
  })

/** Claims that no token can lack. */
const RequiredClaims = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
})

type Claims = Readonly<Record<string, unknown>>

/** The claims of an access token, as the project's hook changes them. */
export async function customClaims(
  context: AuthContext,
  tx: Connection,
  { claims, method }: { readonly claims: Claims & { readonly sub: string }; method: string },
): Promise<Claims> {
  if (!isHookEnabled(context, 'custom_access_token')) return claims
  const output = await callHook(context, 'custom_access_token', {
    payload: { user_id: claims.sub, claims, authentication_method: method },
    tx,
  })
  const made = z.object({ claims: RequiredClaims }).safeParse(output)
  if (!made.success) {
    const field = made.error.issues[0]?.path.join('.') ?? ''
    throw hookFailed(`output claims do not conform to the expected schema: ${field}`)
  }
  // Only the service decides the token's owner and lifetime.
  const { sub, session_id, exp, iat, iss } = claims
  return { ...made.data.claims, sub, session_id, exp, iat, iss }
}

const Decision = z.object({
  decision: z.enum(['continue', 'reject']),
  message: z.string().max(2000).optional(),
  should_logout_user: z.boolean().optional(),
})
export type Decision = z.infer<typeof Decision>

const CONTINUE: Decision = { decision: 'continue' }

/** Asks the hook whether a password attempt is accepted. */
export const decidePassword = (
  context: AuthContext,
  attempt: { readonly userId: string; readonly isValid: boolean },
): Promise<Decision> =>
  decide(context, 'password_verification_attempt', {
    user_id: attempt.userId,
    valid: attempt.isValid,
  })

/** Asks the hook whether a second factor's attempt is accepted. */
export const decideFactor = (
  context: AuthContext,
  attempt: {
    readonly userId: string
    readonly factorId: string
    readonly factorType: string
    readonly isValid: boolean
  },
): Promise<Decision> =>
  decide(context, 'mfa_verification_attempt', {
    user_id: attempt.userId,
    factor_id: attempt.factorId,
    factor_type: attempt.factorType,
    valid: attempt.isValid,
  })

async function decide(context: AuthContext, name: HookName, payload: object): Promise<Decision> {
  if (!isHookEnabled(context, name)) return CONTINUE
  const output = Decision.safeParse(await callHook(context, name, { payload }))
  if (!output.success) throw hookFailed('Error unmarshaling JSON output.', output.error)
  return output.data
}
