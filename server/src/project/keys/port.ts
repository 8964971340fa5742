import type { ApiKeyKind, SigningAlgorithm, SigningKeyState } from '@stoa/contract/platform/keys'
import type { JsonWebKey } from 'node:crypto'
import type { Within } from '../../postgres/within.ts'

export type ApiKeyRecord = {
  readonly id: string
  readonly kind: ApiKeyKind
  readonly name: string
  readonly description: string
  /** The key itself. */
  readonly value: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export type SigningKeyRecord = {
  readonly id: string
  readonly algorithm: SigningAlgorithm
  readonly state: SigningKeyState
  /** True for the project's first secret, which signs its legacy API keys. */
  readonly isLegacy: boolean
  readonly publicJwk: JsonWebKey | null
  readonly createdAt: Date
  readonly stateChangedAt: Date
}

/** Another service whose access tokens a project accepts. */
export type ThirdPartyRecord = {
  readonly id: string
  /** The `iss` claim of its tokens, exactly. */
  readonly issuer: string
  readonly oidcIssuerUrl: string
  readonly jwksUrl: string | null
  readonly customJwks: unknown
  readonly resolvedJwks: unknown
  readonly resolvedAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Where the keys of another service are. */
export type ThirdPartySource = Pick<ThirdPartyRecord, 'oidcIssuerUrl' | 'jwksUrl' | 'customJwks'>

/**
 * The keys of the projects. Each change is one transaction; when its call resolves, the running
 * project uses the new keys from the next request on. Unknown keys reject with 404
 * `api_key_not_found` or `signing_key_not_found`. `within` runs in the change's transaction.
 */
export type FleetKeys = {
  list(ref: string): Promise<{
    readonly apiKeys: readonly ApiKeyRecord[]
    readonly signingKeys: readonly SigningKeyRecord[]
    readonly areLegacyKeysEnabled: boolean
  }>
  /** Rejects with 409 `api_key_name_taken` or `too_many_api_keys`. */
  createApiKey(
    ref: string,
    key: { readonly kind: ApiKeyKind; readonly name: string; readonly description: string },
    within?: Within<ApiKeyRecord>,
  ): Promise<ApiKeyRecord>
  /** Returns the deleted key's record. Rejects with 409 `last_api_key` for the last of its kind. */
  deleteApiKey(ref: string, id: string, within?: Within<ApiKeyRecord>): Promise<ApiKeyRecord>
  enableLegacyKeys(ref: string, isEnabled: boolean, within?: Within): Promise<void>
  /**
   * Adds the standby key: generated, or imported as PEM, JWK or, for HS256, text. Rejects with
   * 400 `signing_key_invalid`, or 409 `standby_key_exists`, `signing_key_known` or
   * `too_many_signing_keys`.
   */
  createSigningKey(
    ref: string,
    key: { readonly algorithm: SigningAlgorithm; readonly privateKey?: string | undefined },
    within?: Within<SigningKeyRecord>,
  ): Promise<SigningKeyRecord>
  /** Puts the standby key in use. Like revoke and remove, rejects with 409 `signing_key_state`. */
  rotateSigningKey(
    ref: string,
    id: string,
    within?: Within<SigningKeyRecord>,
  ): Promise<SigningKeyRecord>
  revokeSigningKey(
    ref: string,
    id: string,
    within?: Within<SigningKeyRecord>,
  ): Promise<SigningKeyRecord>
  removeSigningKey(
    ref: string,
    id: string,
    within?: Within<SigningKeyRecord>,
  ): Promise<SigningKeyRecord>
  listThirdParties(ref: string): Promise<readonly ThirdPartyRecord[]>
  /**
   * Reads the keys of another service and accepts its tokens. Rejects with 400
   * `third_party_auth_invalid`, or 409 `third_party_auth_exists` or `too_many_third_party_auths`.
   */
  createThirdParty(
    ref: string,
    source: ThirdPartySource,
    within?: Within<ThirdPartyRecord>,
  ): Promise<ThirdPartyRecord>
  /** Rejects with 404 `third_party_auth_not_found`. */
  deleteThirdParty(
    ref: string,
    id: string,
    within?: Within<ThirdPartyRecord>,
  ): Promise<ThirdPartyRecord>
  /** Returns the secret's text, or the private key as PEM. */
  revealSigningKey(ref: string, id: string): Promise<string>
}
