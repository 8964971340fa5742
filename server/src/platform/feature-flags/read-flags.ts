import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import type { FeatureFlag, FlagValue } from '@stoa/contract/platform/feature-flags'
import type { Member } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { openPreviews } from './open-previews.ts'
import { listEveryFlag, listFlagsFor } from './queries.ts'

const DELIVERED: ReadonlySet<string> = new Set([
  'unified-logs',
  'security-settings',
  'inline-sql-editor',
  'api-side-panel',
  'column-level-privileges',
])

/**
 * A person's flags. The value is the person's own, else that of the named organization, which must
 * be one of theirs, else the installation's, else the default of a preview's gate. These decide
 * which previews are offered.
 */
export async function readFlags(
  { session, access, mode }: Pick<Context, 'access' | 'mode' | 'session'>,
  member: Member,
  organizationSlug: string | undefined,
): Promise<Record<string, FlagValue>> {
  const scope =
    organizationSlug === undefined
      ? undefined
      : await access.requireIn(member, organizationSlug, 'organization:read')
  const rows = await listFlagsFor(session, {
    userId: member.kind === 'person' ? member.userId : null,
    organizationId: scope?.organizationId ?? null,
  })
  const gates = featurePreviews.flatMap(({ gate }) => (gate ? [gate] : []))
  const flags = Object.fromEntries([
    ...gates.map((gate) => [gate.flag, gate.default] as const),
    ...rows.map(({ name, value }) => [name, value] as const),
  ])
  return { ...flags, ...openPreviews(flags, { mode, delivered: DELIVERED }) }
}

export async function listFlags({ session }: Pick<Context, 'session'>): Promise<FeatureFlag[]> {
  return listEveryFlag(session)
}
