import type { ApiKey, ApiKeyKind } from '@stoa/contract/platform/keys'
import type { ApiKeyRecord } from '../../project/keys/port.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { apiKeyNotFound } from '../../project/keys/errors.ts'

/** All keys of a project; of secret keys, only the part that identifies them. */
export async function readApiKeys({ fleet }: Pick<Context, 'fleet'>, { ref }: ProjectScope) {
  const [{ keys: defaults }, { apiKeys, areLegacyKeysEnabled }] = await Promise.all([
    fleet.secrets(ref),
    fleet.keys.list(ref),
  ])
  return {
    anon_key: defaults.anonKey,
    publishable_key: defaults.publishableKey,
    keys: apiKeys.map(toApiKey),
    are_legacy_keys_enabled: areLegacyKeysEnabled,
  }
}

export async function createApiKey(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, ...key }: { scope: ProjectScope; kind: ApiKeyKind; name: string; description: string },
): Promise<ApiKey & { value: string }> {
  const made = await fleet.keys.createApiKey(scope.ref, key, (tx, created) =>
    audit(tx, actor, { action: 'api_key.create', ...targetOf(scope, created) }),
  )
  // The response that creates a key is the one that shows it without another request.
  return { ...toApiKey(made), value: made.value }
}

/** One complete key. The audit log records the access before the response is sent. */
export async function revealApiKey(
  { session, fleet }: Pick<Context, 'fleet' | 'session'>,
  actor: Actor,
  { scope, id }: { scope: ProjectScope; id: string },
) {
  const { apiKeys } = await fleet.keys.list(scope.ref)
  const key = apiKeys.find((candidate) => candidate.id === id)
  if (!key) throw apiKeyNotFound()
  await audit(session, actor, { action: 'api_key.reveal', ...targetOf(scope, key) })
  return { value: key.value }
}

/** Once this resolves, the gateway refuses the key. */
export async function deleteApiKey(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, id }: { scope: ProjectScope; id: string },
): Promise<Record<string, never>> {
  await fleet.keys.deleteApiKey(scope.ref, id, (tx, deleted) =>
    audit(tx, actor, { action: 'api_key.delete', ...targetOf(scope, deleted) }),
  )
  return {}
}

export async function setLegacyApiKeys(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, enabled }: { scope: ProjectScope; enabled: boolean },
) {
  await fleet.keys.enableLegacyKeys(scope.ref, enabled, (tx) =>
    audit(tx, actor, {
      action: enabled ? 'api_key.enable_legacy' : 'api_key.disable_legacy',
      on: scope,
    }),
  )
  return { enabled }
}

const targetOf = (scope: ProjectScope, { id, kind, name }: ApiKeyRecord) => ({
  on: scope,
  target: id,
  metadata: { kind, name },
})

/** Visible random characters of a key: enough to distinguish keys, too few to help guessing. */
const SHOWN = 5

function toApiKey(key: ApiKeyRecord): ApiKey {
  const { id, kind, name, description, value } = key
  return {
    id,
    kind,
    name,
    description,
    prefix: value.slice(0, `sb_${kind}_`.length + SHOWN),
    value: kind === 'publishable' ? value : null,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  }
}
