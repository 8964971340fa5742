import { refusal } from '../errors.ts'
import type { AcceptedType } from '../request/media-type.ts'
import type { SelectItem } from '../request/select.ts'
import type { RelationName } from '../schema/relationships.ts'
import type { MediaHandler, Relation, Routine, SchemaCache } from '../schema/schema-cache.ts'
import type { Body, Explain, Media } from './media.ts'

export type MediaSubject = {
  readonly cache: SchemaCache
  readonly isPlanEnabled: boolean
  readonly select: readonly SelectItem[]
  readonly relation: Relation | undefined
  readonly routine: Routine | undefined
}

const CHARSET = '; charset=utf-8'
const withCharset = (type: string) => `${type}${CHARSET}`
const JSON_BODY: Body = { kind: 'json', isNullsStripped: false }
const json: Media = {
  body: JSON_BODY,
  contentType: withCharset('application/json'),
  explain: undefined,
}
const ANY = '*/*'
/** The options of EXPLAIN that a client may choose. */
const OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/** The first accepted media type that this subject can be rendered as. Throws PGRST107 (406). */
export function chooseMedia(accept: readonly AcceptedType[], subject: MediaSubject): Media {
  for (const accepted of accept) {
    const media = mediaOf(accepted, subject)
    if (media) return media
  }
  throw notAcceptable(accept)
}

export const notAcceptable = (accept: readonly AcceptedType[]) =>
  refusal('PGRST107', `None of these media types are available: ${accept.map(nameOf).join(', ')}`, {
    status: 406,
  })

/** A supported type; for an execution plan, with the type it is the plan of. */
function nameOf({ type, explainedType, explainOptions }: AcceptedType): string {
  const format = PLAN_FORMATS.get(type)
  return format ? planName(format, explainedType, explainOptions) : type
}

function mediaOf(accepted: AcceptedType, subject: MediaSubject): Media | undefined {
  const { type, isNullsStripped } = accepted
  if (type.startsWith(PLAN)) return planOf(accepted, subject)
  const vendored = vendoredOf(type, isNullsStripped)
  if (vendored) return vendored
  return handled(type, subject) ?? builtIn(type, subject)
}

/** PostgREST's own types, which a handler cannot override. */
function vendoredOf(type: string, isNullsStripped: boolean): Media | undefined {
  const name = type.endsWith('+json') ? type.slice(0, -5) : type
  const isObject = name === 'application/vnd.pgrst.object'
  if (!isObject && name !== 'application/vnd.pgrst.array') return undefined
  if (!isObject && !isNullsStripped) return json
  const suffix = isNullsStripped ? '+json;nulls=stripped' : '+json'
  return {
    body: { kind: isObject ? 'object' : 'json', isNullsStripped },
    contentType: withCharset(`${name}${suffix}`),
    explain: undefined,
  }
}

const PLAN = 'application/vnd.pgrst.plan'
const PLAN_FORMATS: ReadonlyMap<string, Explain['format']> = new Map([
  [PLAN, 'text'],
  [`${PLAN}+text`, 'text'],
  [`${PLAN}+json`, 'json'],
])

function planName(format: string, forType: string, given: readonly string[]): string {
  const options = OPTIONS.filter((option) => given.includes(option))
  const listed = options.length === 0 ? '' : `; options=${options.join('|')}`
  return `${PLAN}+${format}; for="${forType}"${listed}`
}

function planOf(accepted: AcceptedType, subject: MediaSubject): Media | undefined {
  const { type, explainedType, explainOptions } = accepted
  if (!subject.isPlanEnabled) return undefined
  const [forType = '', ...parameters] = explainedType.split(';').map((part) => part.trim())
  const isNullsStripped = parameters.includes('nulls=stripped')
  const vendored = vendoredOf(forType, isNullsStripped)
  const inner = vendored ?? handled(forType, subject) ?? builtIn(forType, subject)
  const format = PLAN_FORMATS.get(type)
  if (!inner || !format) return undefined
  const named = vendored ? vendored.contentType.replace(CHARSET, '') : forType
  return {
    body: inner.body,
    contentType: withCharset(planName(format, named, explainOptions)),
    explain: { format, options: OPTIONS.filter((option) => explainOptions.includes(option)) },
  }
}

/** The project's handler for this relation or function, or for any rows. */
function handled(type: string, subject: MediaSubject): Media | undefined {
  const { cache, select, relation, routine } = subject
  if (cache.mediaHandlers.length === 0) return undefined
  const [only] = select
  const isEverything = select.length === 1 && only?.kind === 'star'
  const isOwn = ({ oid, rowsOf, isAggregate }: MediaHandler) => {
    if (!isAggregate) return routine?.oid === oid
    return rowsOf !== undefined && isSame(rowsOf, relation ?? routine?.relation)
  }
  const handlers = cache.mediaHandlers
  const own = isEverything
    ? (handlers.find((handler) => handler.mediaType === ANY && isOwn(handler)) ??
      handlers.find((handler) => handler.mediaType === type && isOwn(handler)))
    : undefined
  const found =
    own ??
    handlers.find(
      ({ isAggregate, rowsOf, mediaType }) =>
        isAggregate && rowsOf === undefined && mediaType === type,
    )
  if (!found) return undefined
  const { isAggregate, isBinary, rowsOf } = found
  return {
    body: isAggregate
      ? { kind: 'aggregate', routine: found, rowsOf, isBinary }
      : { kind: 'plain', isBinary },
    contentType: contentTypeOf(found.mediaType),
    explain: undefined,
  }
}

const isSame = (left: RelationName, right: RelationName | undefined) =>
  left.schema === right?.schema && left.name === right.name

function contentTypeOf(type: string): string {
  if (type.includes('*')) return 'application/octet-stream'
  return TEXT_TYPES.has(type) ? withCharset(type) : type
}

/** Types known to be text. Other types are up to the project. */
const TEXT_TYPES: ReadonlySet<string> = new Set([
  'application/geo+json',
  'application/json',
  'application/openapi+json',
  'text/csv',
  'text/plain',
  'text/xml',
])

function builtIn(type: string, { cache }: MediaSubject): Media | undefined {
  switch (type) {
    case ANY:
    case 'application/json':
      return json
    case 'text/csv':
      return { body: { kind: 'csv' }, contentType: withCharset(type), explain: undefined }
    case 'application/geo+json':
      return {
        body: { kind: 'geo-json', routine: cache.geoJson },
        contentType: withCharset(type),
        explain: undefined,
      }
    default:
      return undefined
  }
}
