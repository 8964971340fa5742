import type { AuthContext } from '../context.ts'

/** The tokens with which an app can call the service that a person signed in with. */
export type ProviderTokens = {
  readonly provider_token?: string
  readonly provider_refresh_token?: string
}

/** Encrypts a provider's token for the time until the browser exchanges its code. */
export const sealProviderToken = (
  { providerBox, project }: AuthContext,
  token: string | undefined,
): string | null =>
  token === undefined ? null : providerBox.seal(token, project.ref).toString('base64')

/** Reads the tokens of a finished sign-in. */
export function openProviderTokens(
  { providerBox, project }: AuthContext,
  flow: {
    readonly provider_access_token: string | null
    readonly provider_refresh_token: string | null
  },
): ProviderTokens {
  const open = (sealed: string) => providerBox.open(Buffer.from(sealed, 'base64'), project.ref)
  const { provider_access_token: access, provider_refresh_token: refresh } = flow
  return {
    ...(access !== null && { provider_token: open(access) }),
    ...(refresh !== null && { provider_refresh_token: open(refresh) }),
  }
}
