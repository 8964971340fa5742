import type { ExternalProvider } from '@stoa/contract/services/auth/fields/external'
import type { Json } from './provider-requests.ts'
import type { ExternalProfile } from './profile.ts'

/** A provider's response to the code. */
export type ProviderAnswer = {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** The verified claims of the ID token, if there is one. */
  readonly idClaims: Json | undefined
  /** The whole response, for services that include the profile in it. */
  readonly raw: Json
}

/** Requests to the provider on behalf of the person. */
export type ProviderApi = {
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Json>
  list(url: string): Promise<readonly Json[]>
}

/** The issuer and the signing keys of a provider's ID tokens. */
export type TokenIssuer = {
  isIssuer(issuer: string): boolean
  readonly jwks: string
}

/** A service that people can sign in with. */
export type ProviderKind = {
  /** Parts of its addresses begin with `base`, which settings can replace. */
  readonly base?: string
  endpoints(base: string): {
    /** Where OAuth 1.0a requests its first token; absent for OAuth 2.0. */
    readonly request?: string
    readonly authorize: string
    readonly token: string
    /** Who signs ID tokens; absent for services without them. */
    readonly issuer?: TokenIssuer
  }
  readonly scopes: readonly string[]
  /** Separates the scopes; a space when absent. */
  readonly separator?: string
  /** This server sends a code challenge and keeps its verifier. */
  readonly usesPkce?: boolean
  /** Sends the client's secret as a header and not in the form. */
  readonly usesBasicAuth?: boolean
  readonly params?: Readonly<Record<string, string>>
  readonly read: (given: {
    readonly answer: ProviderAnswer
    readonly api: ProviderApi
    readonly base: string
    readonly clientId: string
  }) => Promise<ExternalProfile>
}

/** A provider with a project's configuration. */
export type Provider = Omit<ProviderKind, 'endpoints' | 'base' | 'scopes' | 'read'> & {
  readonly name: ExternalProvider | `custom:${string}`
  readonly requestUrl: string | undefined
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly issuer: TokenIssuer | undefined
  readonly scopes: readonly string[]
  readonly clientId: string
  readonly secret: string
  /** The audiences of acceptable ID tokens. */
  readonly clientIds: readonly string[]
  readonly isEmailOptional: boolean
  readonly skipsNonce: boolean
  readonly read: (answer: ProviderAnswer, api: ProviderApi) => Promise<ExternalProfile>
}
