import { thirdPartyNotFound } from '../../project/keys/third-party/store.ts'
import type { createThirdPartyAuth, ThirdPartyAuth } from '@stoa/contract/platform/third-party-auth'
import type { z } from 'zod'
import type { ThirdPartyRecord } from '../../project/keys/port.ts'
import type { Session } from '../../postgres/database.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'

type NewThirdPartyAuth = z.infer<NonNullable<typeof createThirdPartyAuth.body>>
type One = { readonly scope: ProjectScope; readonly id: string }

export const listIntegrations = async ({ fleet }: Pick<Context, 'fleet'>, { ref }: ProjectScope) =>
  (await fleet.keys.listThirdParties(ref)).map(toThirdPartyAuth)

export async function readIntegration({ fleet }: Pick<Context, 'fleet'>, { scope, id }: One) {
  const found = (await fleet.keys.listThirdParties(scope.ref)).find((each) => each.id === id)
  if (!found) throw thirdPartyNotFound()
  return toThirdPartyAuth(found)
}

export async function createIntegration(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, integration }: { readonly scope: ProjectScope; readonly integration: NewThirdPartyAuth },
): Promise<ThirdPartyAuth> {
  const source = {
    oidcIssuerUrl: integration.oidc_issuer_url,
    jwksUrl: integration.jwks_url ?? null,
    customJwks: integration.custom_jwks ?? null,
  }
  const made = await fleet.keys.createThirdParty(scope.ref, source, (tx, created) =>
    record(tx, actor, { action: 'third_party_auth.create', scope, integration: created }),
  )
  return toThirdPartyAuth(made)
}

export async function deleteIntegration(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, id }: One,
) {
  const gone = await fleet.keys.deleteThirdParty(scope.ref, id, (tx, deleted) =>
    record(tx, actor, { action: 'third_party_auth.delete', scope, integration: deleted }),
  )
  return toThirdPartyAuth(gone)
}

function record(
  tx: Session,
  actor: Actor,
  event: {
    readonly action: 'third_party_auth.create' | 'third_party_auth.delete'
    readonly scope: ProjectScope
    readonly integration: ThirdPartyRecord
  },
): Promise<void> {
  const { action, scope, integration } = event
  return audit(tx, actor, { action, on: scope, metadata: { issuer: integration.issuer } })
}

const toThirdPartyAuth = (record: ThirdPartyRecord): ThirdPartyAuth => ({
  id: record.id,
  type: typeOf(record),
  oidc_issuer_url: record.oidcIssuerUrl,
  jwks_url: record.jwksUrl,
  custom_jwks: record.customJwks,
  resolved_jwks: record.resolvedJwks,
  inserted_at: record.createdAt.toISOString(),
  updated_at: record.updatedAt.toISOString(),
  resolved_at: record.resolvedAt.toISOString(),
})

function typeOf({ customJwks, jwksUrl }: ThirdPartyRecord): string {
  if (customJwks !== null) return 'custom'
  return jwksUrl === null ? 'oidc' : 'jwks'
}
