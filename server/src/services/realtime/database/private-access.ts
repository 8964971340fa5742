import type { Caller } from '../../../project/caller.ts'

/** The actions that the policies of `realtime.messages` distinguish. */
export const EXTENSIONS = ['broadcast', 'presence'] as const
export type Extension = (typeof EXTENSIONS)[number]

/** A caller's rights on a private channel. */
export type Policies = Readonly<
  Record<Extension, { readonly read: boolean; readonly write: boolean }>
>

const TIMEOUT_MS = '5000'
/** Policies call functions of the project that may use names without a schema. */
const SEARCH_PATH = 'realtime, public, extensions'

/** The settings with which policies are evaluated, besides the role. */
export const settingsOf = (
  { role, claims, claimsJson }: Caller,
  topic: string,
): Readonly<Record<string, string>> => ({
  'request.jwt.claims': claimsJson,
  'request.jwt.claim.sub': textOf(claims['sub']),
  'request.jwt.claim.role': role,
  'realtime.topic': topic,
  statement_timeout: TIMEOUT_MS,
  search_path: SEARCH_PATH,
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
