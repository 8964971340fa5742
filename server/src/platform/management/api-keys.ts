import type { ManagedApiKey } from '@stoa/contract/platform/management'
import type { ApiKeyRecord } from '../../project/keys/port.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'

/**
 * The keys of a project as the Management API lists them. Like the hosted platform, it gives the
 * legacy service key to every caller with access to secrets, and secret keys on request.
 */
export async function listManagedApiKeys(
  { fleet, session }: Pick<Context, 'fleet' | 'session'>,
  actor: Actor,
  {
    scope,
    canReadSecrets,
    isRevealed,
  }: {
    readonly scope: ProjectScope
    readonly canReadSecrets: boolean
    readonly isRevealed: boolean
  },
): Promise<ManagedApiKey[]> {
  const [{ keys }, { apiKeys, areLegacyKeysEnabled }] = await Promise.all([
    fleet.secrets(scope.ref),
    fleet.keys.list(scope.ref),
  ])
  // The audit log records the access before the response is sent.
  if (canReadSecrets) await audit(session, actor, { action: 'project.reveal_secrets', on: scope })
  const legacy = [
    toLegacyKey('anon', keys.anonKey),
    toLegacyKey('service_role', canReadSecrets ? keys.serviceRoleKey : null),
  ]
  return [
    ...(areLegacyKeysEnabled ? legacy : []),
    ...apiKeys.map((key) => toManagedKey(key, isRevealed && canReadSecrets)),
  ]
}

const toLegacyKey = (name: string, value: string | null): ManagedApiKey => ({
  id: name,
  type: 'legacy',
  name,
  description: null,
  api_key: value,
  prefix: null,
  inserted_at: null,
})

const toManagedKey = (
  { id, kind, name, description, value, createdAt }: ApiKeyRecord,
  isRevealed: boolean,
): ManagedApiKey => ({
  id,
  type: kind,
  name,
  description,
  api_key: kind === 'publishable' || isRevealed ? value : null,
  prefix: value.slice(0, `sb_${kind}_`.length + 5),
  inserted_at: createdAt.toISOString(),
})
