import { Capability, type Profile } from '@stoa/contract/platform/profile'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { isCapabilityDisabled } from '../features.ts'
import { landingPath } from '../installation/port.ts'
import { isSelling } from '../selling/port.ts'
import { profileNotFound } from './errors.ts'
import { findProfile, setEmail, type ProfileRow } from './queries.ts'

/**
 * The caller's profile; 404 `profile_not_found` if the account has none, in which case the
 * dashboard creates it.
 */
export async function readProfile(context: Context, member: Member): Promise<Profile> {
  if (member.kind !== 'person') throw profileNotFound()
  const { userId, email } = member
  const found = await findProfile(context.session, userId)
  if (!found) throw profileNotFound()
  // People change their address in the auth service, and lists of members show the current one.
  if (found.primary_email !== email) await setEmail(context.session, userId, email)
  return toProfile(context, { ...found, primary_email: email })
}

/** A profile, with the installation's features for this person. */
export async function toProfile(context: Context, row: ProfileRow): Promise<Profile> {
  const isPlatform = context.mode === 'platform'
  const capabilities: Record<Capability, boolean> = {
    'organizations:list': isPlatform,
    'organizations:create': isPlatform,
    'members:manage': isPlatform,
    'installation:operate': row.is_operator,
    // With a mail server, mail goes to people's own mailboxes.
    'mailbox:read': !context.hasMailServer,
    'billing:read': isPlatform,
    'invoices:read': isPlatform,
    'plans:limited': isPlatform && (context.planLimits ?? false),
    'plans:sold': await isSelling(context),
    'support:create': true,
    'notifications:read': true,
    'telemetry:send': context.telemetry ?? false,
    'notices:manage': row.is_operator,
    'incidents:manage': row.is_operator,
    'feature_flags:manage': row.is_operator,
    'support:manage': row.is_operator,
    'billing:manage': row.is_operator && isPlatform,
  }
  return {
    id: row.user_id,
    primary_email: row.primary_email,
    display_name: row.display_name,
    is_operator: row.is_operator,
    disabled_features: [...context.disabledFeatures],
    capabilities: Capability.options.filter(
      (name) => capabilities[name] && !isCapabilityDisabled(name, context.disabledFeatures),
    ),
    landing_path: await landingPath(context, row.user_id),
  }
}
