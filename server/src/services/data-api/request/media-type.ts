import { refusal } from '../errors.ts'

/** The shape of the answer's body. */
export type Media = {
  readonly kind: 'json' | 'object' | 'csv' | 'openapi'
  readonly isNullsStripped: boolean
  readonly contentType: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const json: Media = { kind: 'json', isNullsStripped: false, contentType: JSON_TYPE }

const KINDS: Readonly<Record<string, Pick<Media, 'kind' | 'contentType'>>> = {
  '*/*': json,
  'application/*': json,
  'application/json': json,
  'application/vnd.pgrst.array+json': json,
  'application/vnd.pgrst.array': json,
  'application/vnd.pgrst.object+json': {
    kind: 'object',
    contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
  },
  'application/vnd.pgrst.object': {
    kind: 'object',
    contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
  },
  'text/csv': { kind: 'csv', contentType: 'text/csv; charset=utf-8' },
}
const OPENAPI: Media = {
  kind: 'openapi',
  isNullsStripped: false,
  contentType: 'application/openapi+json; charset=utf-8',
}

/** Chooses by the client's own preference. Throws PGRST107 (406) where it takes nothing we have. */
export function negotiate(accept: string | undefined, isRoot = false): Media {
  if (isRoot) return negotiateRoot(accept)
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return json
  for (const { type, isNullsStripped } of rankedTypes(accept)) {
    const known = KINDS[type]
    if (!known) continue
    if (!isNullsStripped) return { ...known, isNullsStripped }
    const base = known.kind === 'object' ? 'object' : 'array'
    const contentType = `application/vnd.pgrst.${base}+json;nulls=stripped; charset=utf-8`
    return known.kind === 'csv'
      ? { ...known, isNullsStripped: false }
      : { ...known, isNullsStripped, contentType }
  }
  throw notAcceptable(accept)
}

function negotiateRoot(accept: string | undefined): Media {
  if (accept === undefined) return OPENAPI
  for (const { type } of rankedTypes(accept)) {
    if (type === 'application/openapi+json' || type === '*/*' || type === 'application/*')
      return OPENAPI
    if (type === 'application/json') return { ...OPENAPI, contentType: JSON_TYPE }
  }
  throw notAcceptable(accept)
}

const notAcceptable = (accept: string) =>
  refusal('PGRST107', `None of these media types are available: ${accept}`, { status: 406 })

function rankedTypes(accept: string) {
  return accept
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return {
        type,
        isNullsStripped: parameters.includes('nulls=stripped'),
        quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0,
      }
    })
    .toSorted((left, right) => right.quality - left.quality)
}
