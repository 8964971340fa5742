import type { Role } from '@stoa/contract/platform/permissions'
import { AppError } from '../../lib/errors.ts'
import { forbidden } from '../forbidden.ts'
import type { Session } from '../../postgres/database.ts'
import { isRoleInReach, type Standing } from '../permissions.ts'
import { countOwners } from './queries.ts'

/** Throws 403 `forbidden` unless an owner gives, changes or removes an owner's role. */
export function requireReach(standing: Standing, role: Role): void {
  if (isRoleInReach(standing, role)) return
  throw forbidden(
    'Only an owner can add, change or remove an owner.',
    'Ask an owner of the organization.',
    'owner',
  )
}

/** Throws 409 `last_owner` if the organization has one owner left; its row must be locked. */
export async function keepAnOwner(tx: Session, organizationId: number): Promise<void> {
  if ((await countOwners(tx, organizationId)) > 1) return
  throw lastOwner('An organization needs at least one owner.')
}

/** The refusal to delete the account of the last owner of these organizations. */
export const lastOwnerOf = (names: readonly string[]): AppError =>
  lastOwner(`You are the only owner of ${new Intl.ListFormat('en').format(names)}.`)

const lastOwner = (message: string) =>
  new AppError('last_owner', message, {
    status: 409,
    hint: 'Make another member an owner first, or delete the organization.',
  })

export const memberNotFound = (): AppError =>
  new AppError('member_not_found', 'This user is not a member of the organization.', {
    status: 404,
    hint: 'Reload the list of members. The user may have left or been removed.',
  })
