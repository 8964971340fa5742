import type { LogRow } from '@stoa/contract/services/logs/logs'

/** A page of the project about something that an event names. */
export type Entity =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'function'; readonly slug: string }
  | { readonly kind: 'bucket'; readonly bucket: string }
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'job'; readonly id: string }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const FUNCTION = /\/functions\/v1\/([\w-]+)/
/** The path of a call as the functions see it. */
const OWN_PATH = /^\/(?:functions\/v1\/)?([\w-]+)/
const BUCKET =
  /\/(?:storage\/v1\/)?(?:object|render\/image)\/(?:(?:public|authenticated|sign|info|upload\/sign)\/)*([^/?]+)/
const TABLE = /\/rest\/v1\/(?!rpc\b)([^/?]+)/

/** The things that an event names and that have a page. */
export function entitiesOf(
  event: Pick<LogRow, 'source' | 'path' | 'user'>,
  jobId: string | undefined,
): readonly Entity[] {
  const path = event.path ?? ''
  const entities: Entity[] = []
  const call = event.source === 'function_edge_logs' ? OWN_PATH : FUNCTION
  const slug = call.exec(path)?.[1]
  const isOfStorage = event.source === 'storage_logs' || path.includes('/storage/v1/')
  const bucket = isOfStorage ? BUCKET.exec(path)?.[1] : undefined
  const table = TABLE.exec(path)?.[1]
  if (event.user !== null && UUID.test(event.user)) entities.push({ kind: 'user', id: event.user })
  if (slug !== undefined) entities.push({ kind: 'function', slug })
  if (bucket !== undefined && bucket !== 'list')
    entities.push({ kind: 'bucket', bucket: decoded(bucket) })
  if (table !== undefined) entities.push({ kind: 'table', table: decoded(table) })
  if (event.source === 'pg_cron_logs' && jobId !== undefined)
    entities.push({ kind: 'job', id: jobId })
  return entities
}

/** A path that a client sent can contain a % that escapes nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
