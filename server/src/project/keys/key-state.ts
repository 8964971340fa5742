import type { ApiKeyKind } from '@stoa/contract/platform/keys'
import { randomUUID, type JsonWebKey } from 'node:crypto'
import { z } from 'zod'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Session } from '../../postgres/database.ts'
import { projectNotFound } from '../refusals.ts'
import type { ApiKeyRecord, SigningKeyRecord } from './port.ts'
import {
  findKeys,
  insertApiKey,
  insertSigningKey,
  listApiKeys,
  listSigningKeys,
  type KeysRow,
  type SigningKeyRow,
} from './queries.ts'
import { createKeyRing, type KeyRing, type KeyRingParts, type SigningPair } from './key-ring.ts'
import type { ApiKeys } from './api-keys.ts'
import type { KeyRecords } from './sealed-keys.ts'
import { listThirdParties } from './third-party/queries.ts'
import type { ThirdParty } from './third-party/verify.ts'
import { isSameMaterial, secretMaterial, toPair } from './signing-material.ts'

export type SigningKeyEntry = {
  readonly record: SigningKeyRecord
  readonly material: JsonWebKey
  readonly pair: SigningPair
}

/** A project's keys as read from the records, decrypted. */
export type KeyState = {
  readonly version: number
  readonly areLegacyKeysEnabled: boolean
  readonly defaults: ApiKeys
  readonly apiKeys: readonly ApiKeyRecord[]
  readonly signingKeys: readonly SigningKeyEntry[]
  readonly thirdParties: readonly ThirdParty[]
}

export type KeyStateDeps = {
  readonly records: KeyRecords
  readonly box: SecretBox
  readonly now: () => Date
}

export const apiKeyContext = (ref: string, id: string) => `${ref}/api-key/${id}`
export const signingKeyContext = (ref: string, id: string) => `${ref}/signing-key/${id}`

/**
 * Reads a project's keys. With `lock`, every other change waits until the transaction ends. A
 * project created by a release that had only the five default keys gets its key records here.
 */
export async function readKeyState(
  deps: KeyStateDeps,
  session: Session,
  { ref, mode }: { ref: string; mode: 'read' | 'lock' },
): Promise<KeyState | 'not_adopted'> {
  // The version is read first, so the keys can be newer than it says but never older.
  const row = await findKeys(session, ref, mode)
  if (!row) throw projectNotFound()
  let signingKeys = await listSigningKeys(session, ref)
  if (signingKeys.length === 0) {
    if (mode === 'read') return 'not_adopted'
    await adopt(deps, session, ref, row)
    signingKeys = await listSigningKeys(session, ref)
  }
  const keys = deps.records.openKeys(ref, row.secrets)
  const apiKeys = (await listApiKeys(session, ref)).map((key) => ({
    id: key.id,
    kind: key.kind,
    name: key.name,
    description: key.description,
    value: deps.box.open(key.value, apiKeyContext(ref, key.id)),
    createdAt: key.created_at,
    lastUsedAt: key.last_used_at,
  }))
  const thirdParties = (await listThirdParties(session, ref)).map((row) => ({
    id: row.id,
    issuer: row.issuer,
    keys: row.resolved_jwks.keys,
    resolvedAt: row.resolved_at.getTime(),
  }))
  const first = (kind: ApiKeyKind) => apiKeys.find((key) => key.kind === kind)?.value ?? ''
  const { jwtSecret, anonKey, serviceRoleKey } = keys
  return {
    version: row.keys_version,
    areLegacyKeysEnabled: row.legacy_keys_enabled,
    defaults: {
      jwtSecret,
      anonKey,
      serviceRoleKey,
      publishableKey: first('publishable'),
      secretKey: first('secret'),
    },
    apiKeys,
    signingKeys: signingKeys.map((key) => toEntry(deps, { ref, jwtSecret }, key)),
    thirdParties,
  }
}

const Material = z.record(z.string(), z.unknown())

function toEntry(
  { box }: KeyStateDeps,
  { ref, jwtSecret }: { ref: string; jwtSecret: string },
  key: SigningKeyRow,
): SigningKeyEntry {
  const sealed = box.open(key.material, signingKeyContext(ref, key.id))
  const material: JsonWebKey = Material.parse(JSON.parse(sealed))
  const pair = toPair(key.id, key.algorithm, material)
  return {
    material,
    pair,
    record: {
      id: key.id,
      algorithm: key.algorithm,
      state: key.state,
      isLegacy: isSameMaterial(material, secretMaterial(jwtSecret)),
      publicJwk: pair.publicJwk,
      createdAt: key.created_at,
      stateChangedAt: key.state_changed_at,
    },
  }
}

/** Creates the first key records from the keys sealed with the project's secrets. */
async function adopt(
  { records, box, now }: KeyStateDeps,
  tx: Session,
  ref: string,
  row: KeysRow,
): Promise<void> {
  const { publishableKey, secretKey, ...legacy } = records.openKeys(ref, row.secrets)
  const at = now()
  const defaults = [
    { kind: 'publishable', value: publishableKey },
    { kind: 'secret', value: secretKey },
  ] as const
  for (const { kind, value } of defaults) {
    if (value === undefined) continue
    const id = randomUUID()
    const sealed = box.seal(value, apiKeyContext(ref, id))
    await insertApiKey(tx, { id, ref, kind, name: 'default', description: '', value: sealed, at })
  }
  const id = randomUUID()
  const material = JSON.stringify(secretMaterial(legacy.jwtSecret))
  await insertSigningKey(tx, {
    id,
    ref,
    algorithm: 'HS256',
    state: 'in_use',
    material: box.seal(material, signingKeyContext(ref, id)),
    at,
  })
  // The keys are now in the records; a key deleted there must not remain here.
  await records.replaceKeys(tx, ref, { sealed: row.secrets, keys: legacy })
}

/** The key ring that a running project uses. */
export function toKeyRing(
  state: KeyState,
  told: Pick<KeyRingParts, 'noteUse' | 'readAgain'>,
): KeyRing {
  const inUse = state.signingKeys.find(({ record }) => record.state === 'in_use')
  if (!inUse) throw new Error('A project has no signing key in use')
  return createKeyRing({
    defaults: state.defaults,
    opaque: state.apiKeys.map(({ id, kind, value }) => ({
      id,
      value,
      role: kind === 'secret' ? 'service_role' : 'anon',
    })),
    areLegacyKeysEnabled: state.areLegacyKeysEnabled,
    inUse: inUse.pair,
    accepted: state.signingKeys
      .filter(({ record }) => record.state !== 'revoked')
      .map(({ pair }) => pair),
    thirdParties: state.thirdParties,
    ...told,
  })
}
