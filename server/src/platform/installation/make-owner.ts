import { AppError } from '../../lib/errors.ts'
import type { Session } from '../../postgres/database.ts'
import type { AccountPort } from '../../project/accounts.ts'
import { audit, type Actor } from '../audit.ts'
import { adoptOrganizations } from '../organizations/port.ts'
import { makeOperator, setOwnerTokenDigest } from './queries.ts'

type Credentials = { readonly email: string; readonly password: string }

/**
 * Makes an account an operator within the caller's transaction. The account also becomes the owner
 * of organizations without members, which the command line created before the first account.
 */
export async function makeOwner(
  tx: Session,
  actor: Actor,
  { accounts, credentials }: { accounts: AccountPort; credentials: Credentials },
): Promise<string> {
  const userId = await accountFor(accounts, credentials)
  await makeOperator(tx, userId, credentials.email)
  await adoptOrganizations(tx, userId)
  await setOwnerTokenDigest(tx, null)
  await audit(tx, actor, { action: 'installation.make_owner', target: credentials.email })
  return userId
}

/** The new account, or the account with this password that an interrupted attempt left. */
async function accountFor(accounts: AccountPort, credentials: Credentials): Promise<string> {
  try {
    return await accounts.createAccount(credentials)
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'account_exists'
    const existing = isTaken ? await accounts.findAccount(credentials) : undefined
    if (existing !== undefined) {
      await accounts.vouchFor(existing)
      return existing
    }
    throw error
  }
}
