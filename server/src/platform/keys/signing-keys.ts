import type { SigningAlgorithm, SigningKey } from '@stoa/contract/platform/keys'
import type { SigningKeyRecord } from '../../project/keys/port.ts'
import type { Session } from '../../postgres/database.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { endpointsOf } from '../projects/port.ts'

type One = { readonly scope: ProjectScope; readonly id: string }

export async function listSigningKeys(
  { fleet, addresses }: Pick<Context, 'addresses' | 'fleet'>,
  { ref }: ProjectScope,
) {
  const { signingKeys } = await fleet.keys.list(ref)
  const { api_url } = endpointsOf(addresses(), ref)
  return {
    keys: signingKeys.map(toSigningKey),
    jwks_url: `${api_url}/auth/v1/.well-known/jwks.json`,
  }
}

export async function createSigningKey(
  context: Pick<Context, 'fleet'>,
  actor: Actor,
  given: {
    scope: ProjectScope
    algorithm: SigningAlgorithm
    privateKey: string | undefined
  },
): Promise<SigningKey> {
  const { scope, algorithm, privateKey } = given
  const action = privateKey === undefined ? 'signing_key.create' : 'signing_key.import'
  const material = { algorithm, privateKey }
  const key = await context.fleet.keys.createSigningKey(scope.ref, material, (tx, made) =>
    record(tx, actor, { action, scope, key: made }),
  )
  return toSigningKey(key)
}

export async function rotateSigningKey(
  context: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, id }: One,
) {
  const key = await context.fleet.keys.rotateSigningKey(scope.ref, id, (tx, rotated) =>
    record(tx, actor, { action: 'signing_key.rotate', scope, key: rotated }),
  )
  return toSigningKey(key)
}

/** Once this resolves, the gateway refuses tokens signed with the key. */
export async function revokeSigningKey(
  context: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, id }: One,
) {
  const key = await context.fleet.keys.revokeSigningKey(scope.ref, id, (tx, revoked) =>
    record(tx, actor, { action: 'signing_key.revoke', scope, key: revoked }),
  )
  return toSigningKey(key)
}

/** The secret or private key. The audit log records the access before the response is sent. */
export async function revealSigningKey(
  context: Pick<Context, 'fleet' | 'session'>,
  actor: Actor,
  { scope, id }: One,
) {
  const private_key = await context.fleet.keys.revealSigningKey(scope.ref, id)
  await record(context.session, actor, { action: 'signing_key.reveal', scope, key: { id } })
  return { private_key }
}

export async function deleteSigningKey(
  context: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, id }: One,
): Promise<Record<string, never>> {
  await context.fleet.keys.removeSigningKey(scope.ref, id, (tx, removed) =>
    record(tx, actor, { action: 'signing_key.delete', scope, key: removed }),
  )
  return {}
}

function record(
  session: Session,
  actor: Actor,
  given: {
    action: string
    scope: ProjectScope
    key: Pick<SigningKeyRecord, 'id'> & Partial<SigningKeyRecord>
  },
): Promise<void> {
  const { action, scope, key } = given
  return audit(session, actor, {
    action,
    on: scope,
    target: key.id,
    ...(key.algorithm && { metadata: { algorithm: key.algorithm } }),
  })
}

const toSigningKey = (key: SigningKeyRecord): SigningKey => ({
  id: key.id,
  algorithm: key.algorithm,
  state: key.state,
  is_legacy: key.isLegacy,
  public_jwk: key.publicJwk && { ...key.publicJwk },
  created_at: key.createdAt.toISOString(),
  state_changed_at: key.stateChangedAt.toISOString(),
})
