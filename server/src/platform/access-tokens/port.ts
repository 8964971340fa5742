/** What other resources use of access tokens. */
export { revokeAllTokens } from './access-tokens.ts'
export { useToken } from './queries.ts'
export { digestOf, isAccessToken } from './token.ts'
