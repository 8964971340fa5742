import type { Session as Connection } from '../../../postgres/database.ts'
import { audit } from '../audit.ts'
import type { AuthContext } from '../context.ts'
import { authError, otpExpired, validationFailed } from '../errors.ts'
import { takeOneTimeToken, type OneTimeTokenType } from '../queries/one-time-tokens.ts'
import {
  findUserByPhone,
  findUserByPhoneChange,
  lockUser,
  updateUser,
  type User,
} from '../queries/users.ts'
import { startSession, type SessionBody } from '../sessions/sessions.ts'
import { isBanned } from '../users/is-banned.ts'
import { normalizePhone } from '../users/email-address.ts'
import { changePhone, confirmPhone, notifyPhoneChanged } from './confirm-phone.ts'
import { phoneDigest, type PhoneTokenType } from './phone-tokens.ts'
import { checkSmsCode, providerChecksCodes, testCodeOf } from './sms-codes.ts'

const TYPES = {
  sms: ['confirmation_token', 'recovery_token'],
  phone_change: ['phone_change_token'],
} as const satisfies Record<string, readonly PhoneTokenType[]>

/** Verifies and uses up a code that was sent to a phone, and signs its account in. */
export async function verifyPhone(
  context: AuthContext,
  body: { readonly type: string; readonly token: string; readonly phone: string },
): Promise<SessionBody> {
  const { type } = body
  if (type !== 'sms' && type !== 'phone_change')
    throw validationFailed('Invalid sms verification type')
  const phone = normalizePhone(body.phone)
  const code = body.token.replaceAll(/[-\s]/g, '')
  const { limits, project, client, database } = context
  limits.count('verifyByIp', project.ref, client.network)
  limits.count('verifyByAddress', project.ref, phone)
  const find = type === 'sms' ? findUserByPhone : findUserByPhoneChange
  const user = await find(database, phone)
  const session = user && (await redeem(context, { user, phone, code, type }))
  if (!session) throw otpExpired('Token has expired or is invalid')
  limits.forgive('verifyByIp', project.ref, client.network)
  limits.forgive('verifyByAddress', project.ref, phone)
  return session
}

async function redeem(
  context: AuthContext,
  {
    user: given,
    phone,
    code,
    type,
  }: {
    readonly user: User
    readonly phone: string
    readonly code: string
    readonly type: keyof typeof TYPES
  },
): Promise<SessionBody | undefined> {
  const isProved = await isProvedElsewhere(context, phone, code)
  const before = given.phone
  const session = await context.database.transaction(async (tx) => {
    const user = await lockUser(tx, given.id)
    if (!user || user.deleted_at !== null) return undefined
    const proves = type === 'sms' ? user.phone : user.phone_change
    if (proves !== phone) return undefined
    const taken =
      isProved || (await takeCode(context, tx, { user, phone, code, types: TYPES[type] }))
    if (taken === false) return undefined
    if (isBanned(user, context.now)) throw authError(403, 'user_banned', 'User is banned')
    await audit(context, tx, {
      action: user.phone_confirmed_at === null ? 'user_signedup' : 'login',
      actor: user,
      traits: { provider: 'phone' },
    })
    // The password was chosen before anyone confirmed the number, possibly by a stranger. It is
    // removed so that the stranger can't share the account with the owner of the number.
    if (taken === 'recovery_token' && user.phone_confirmed_at === null)
      await updateUser(tx, user.id, { encrypted_password: '' }, context.now)
    if (type === 'sms') await confirmPhone(context, tx, user)
    else await changePhone(context, tx, { user, phone })
    return startSession(context, tx, { userId: user.id, method: 'otp', provider: 'phone' })
  })
  if (session && type === 'phone_change') notifyPhoneChanged(context, { ...given, phone }, before)
  return session
}

/** Whether the number is a test number with this code, or its provider says that the code is right. */
async function isProvedElsewhere(
  context: AuthContext,
  phone: string,
  code: string,
): Promise<boolean> {
  const fixed = testCodeOf(context, phone)
  if (fixed !== undefined) return fixed === code
  return providerChecksCodes(context, phone) && checkSmsCode(context, { phone, code })
}

/**
 * Deletes the code if it is right and has not expired, and returns its type. Only one of two
 * requests gets it.
 */
export async function takeCode(
  context: Pick<AuthContext, 'now' | 'project' | 'settings'>,
  tx: Connection,
  {
    user,
    phone,
    code,
    types,
  }: {
    readonly user: User
    readonly phone: string
    readonly code: string
    readonly types: readonly PhoneTokenType[]
  },
): Promise<OneTimeTokenType | false> {
  const taken = await takeOneTimeToken(tx, [phoneDigest(context, phone, code)], types)
  if (!taken || taken.user_id !== user.id || taken.relates_to !== phone) return false
  const age = context.now.getTime() - taken.created_at.getTime()
  return age <= context.settings.sms_otp_exp * 1000 && taken.token_type
}
