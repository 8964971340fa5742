import { notOnRpc, refusal, unsupportedMethod } from '../errors.ts'
import { parseAccept, type AcceptedType } from './media-type.ts'
import { parsePreferences, type Preferences } from './preferences.ts'
import { parseQueryParams, type QueryParams } from './query-params.ts'
import { parseRange, type Range } from './range.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
export type Target = {
  readonly kind: 'relation' | 'routine'
  readonly name: string
  /** A function that serves the root path. */
  readonly isRoot?: boolean
}

/** A parsed request, whose names have not been looked up yet. */
export type ApiRequest = {
  readonly method: Method
  readonly target: Target
  readonly schema: string
  /** The client chose the schema, or could have; the response names the schema. */
  readonly tellsSchema: boolean
  readonly query: QueryParams
  readonly range: Range
  readonly preferences: Preferences
  /** The media types that the client accepts, in its order of preference. */
  readonly accept: readonly AcceptedType[]
}

/** The parts of an HTTP request that determine its plan; two equal ones have the same plan. */
export type RequestHead = {
  readonly method: string
  readonly target: Target
  readonly queryString: string
  readonly accept: string | undefined
  readonly prefer: string | undefined
  readonly range: string | undefined
  readonly acceptProfile: string | undefined
  readonly contentProfile: string | undefined
}

const METHODS: ReadonlySet<string> = new Set<Method>([
  'GET',
  'HEAD',
  'POST',
  'PATCH',
  'PUT',
  'DELETE',
])
const isMethod = (method: string): method is Method => METHODS.has(method)

/** Parses everything but the body. Throws PGRST1xx refusals. */
export function parseApiRequest(head: RequestHead, exposedSchemas: readonly string[]): ApiRequest {
  const { method, target } = head
  if (!isMethod(method))
    throw target.kind === 'routine' ? notOnRpc(method) : unsupportedMethod(method)
  const isRead = method === 'GET' || method === 'HEAD'
  const profile = isRead ? head.acceptProfile : head.contentProfile
  const schema = chooseSchema(profile, exposedSchemas)
  if (target.kind === 'routine' && !isRead && method !== 'POST') throw notOnRpc(method)
  const query = parseQueryParams(head.queryString, isRead && target.kind === 'routine')
  const isRoot = (entry: { readonly path: readonly string[] }) => entry.path.length === 0
  const range = parseRange(
    // RFC 9110 defines the header only for GET.
    method === 'GET' ? head.range : undefined,
    query.limits.findLast(isRoot)?.limit,
    query.offsets.findLast(isRoot)?.offset,
  )
  if (method === 'PUT' && (range.limit !== undefined || range.offset > 0))
    throw refusal('PGRST114', 'limit/offset querystring parameters are not allowed for PUT', {
      status: 400,
    })
  return {
    method,
    target,
    schema,
    tellsSchema: tellsSchema(profile, exposedSchemas),
    query,
    range,
    preferences: parsePreferences(head.prefer),
    accept: parseAccept(head.accept),
  }
}

/** Whether a response names its schema (`Content-Profile`): always, if there are several. */
export const tellsSchema = (profile: string | undefined, exposed: readonly string[]): boolean =>
  profile !== undefined || exposed.length > 1

export function chooseSchema(profile: string | undefined, exposed: readonly string[]): string {
  const [first] = exposed
  if (first !== undefined && (profile === undefined || profile === first)) return first
  if (profile !== undefined && exposed.includes(profile)) return profile
  throw refusal('PGRST106', `Invalid schema: ${profile ?? ''}`, {
    status: 406,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}
