import type { FeatureFlag, FlagValue } from '@stoa/contract/platform/feature-flags'
import { AppError } from '../../lib/errors.ts'
import { profileNotFound } from '../profile/port.ts'
import type { Session } from '../../postgres/database.ts'
import { organizationNotFound } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findOrganizationId } from '../organizations/port.ts'
import { findFlag, hasProfile, removeFlag, upsertFlag } from './queries.ts'

type Input = {
  readonly name: string
  readonly value: FlagValue
  readonly organization_slug?: string | undefined
  readonly user_id?: string | undefined
}

/** Sets a flag for the installation, an organization (404) or a person (404 `profile_not_found`). */
export async function setFlag(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  input: Input,
): Promise<FeatureFlag> {
  return session.transaction(async (tx) => {
    if (input.user_id !== undefined && !(await hasProfile(tx, input.user_id)))
      throw profileNotFound()
    const { id } = await upsertFlag(tx, {
      name: input.name,
      value: input.value,
      organizationId: await organizationIdOf(tx, input.organization_slug),
      userId: input.user_id ?? null,
      at: actor.at,
    })
    await audit(tx, actor, {
      action: 'feature_flag.set',
      ...(input.organization_slug !== undefined && { on: { slug: input.organization_slug } }),
      target: input.name,
      metadata: { value: input.value, user_id: input.user_id ?? null },
    })
    return findFlag(tx, id)
  })
}

async function organizationIdOf(tx: Session, slug: string | undefined): Promise<number | null> {
  if (slug === undefined) return null
  const found = await findOrganizationId(tx, slug)
  if (!found) throw organizationNotFound()
  return found.id
}

/** Deletes a value, so that the next weaker one applies; 404 `feature_flag_not_found`. */
export async function deleteFlag(
  { session }: Pick<Context, 'session'>,
  actor: Actor,
  id: string,
): Promise<Record<string, never>> {
  await session.transaction(async (tx) => {
    const removed = await removeFlag(tx, id)
    if (!removed)
      throw new AppError('feature_flag_not_found', 'This flag is not set.', {
        status: 404,
        hint: 'Reload the list of flags. It may have been removed.',
      })
    await audit(tx, actor, { action: 'feature_flag.delete', target: removed.name })
  })
  return {}
}
