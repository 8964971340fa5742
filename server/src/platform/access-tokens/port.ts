/** The part of access tokens that other resources use. */
export { revokeAllTokens } from './revoke-all-tokens.ts'
export { useToken } from './queries.ts'
export { digestOf, isAccessToken } from './token.ts'
