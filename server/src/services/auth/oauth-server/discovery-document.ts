import type { AuthContext } from '../context.ts'
import { SCOPES } from './authorizations.ts'

/** The server's addresses and abilities (RFC 8414, OpenID Connect Discovery 1.0). */
export function discoveryDocument({
  project,
  settings,
}: Pick<AuthContext, 'project' | 'settings'>) {
  const base = `${project.apiUrl}/auth/v1`
  const algorithms = project.keys.jwks.flatMap(({ alg }) => (typeof alg === 'string' ? [alg] : []))
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    userinfo_endpoint: `${base}/oauth/userinfo`,
    ...(settings.oauth_server_enabled &&
      settings.oauth_server_allow_dynamic_registration && {
        registration_endpoint: `${base}/oauth/clients/register`,
      }),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported:
      algorithms.length > 0 ? [...new Set(algorithms)] : ['HS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256', 'plain'],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
      'name',
      'picture',
      'preferred_username',
      'updated_at',
    ],
  }
}
