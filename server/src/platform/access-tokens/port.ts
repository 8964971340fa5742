/** What other resources use of access tokens. */
export { revokeAllTokens } from './revoke-all-tokens.ts'
export { useToken } from './queries.ts'
export { digestOf, isAccessToken } from './token.ts'
