/** What other resources use of access tokens. */
export { useToken } from './queries.ts'
export { digestOf, isAccessToken } from './token.ts'
