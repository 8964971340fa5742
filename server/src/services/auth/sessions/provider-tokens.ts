import type { AuthContext } from '../context.ts'

/** The tokens with which an app can call the service that a person signed in with. */
export type ProviderTokens = {
  readonly provider_token?: string
  readonly provider_refresh_token?: string
}

/** Encrypts a provider's token for the time until the browser exchanges its code. */
export const sealProviderToken = (
  { providerBox, project }: Pick<AuthContext, 'project' | 'providerBox'>,
  token: string | undefined,
): string | null =>
  token === undefined ? null : providerBox.seal(token, project.ref).toString('base64')

/** Decrypts a provider's token. */
export const openProviderToken = (
  { providerBox, project }: Pick<AuthContext, 'project' | 'providerBox'>,
  sealed: string,
): string => providerBox.open(Buffer.from(sealed, 'base64'), project.ref)

/** Reads the tokens of a finished sign-in. */
export function openProviderTokens(
  context: Pick<AuthContext, 'project' | 'providerBox'>,
  flow: {
    readonly provider_access_token: string | null
    readonly provider_refresh_token: string | null
  },
): ProviderTokens {
  const { provider_access_token: access, provider_refresh_token: refresh } = flow
  return {
    ...(access !== null && { provider_token: openProviderToken(context, access) }),
    ...(refresh !== null && { provider_refresh_token: openProviderToken(context, refresh) }),
  }
}
