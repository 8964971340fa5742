import { refusal } from '../errors.ts'

/** One media type of an `Accept` header. */
export type AcceptedType = {
  /** Lower case, without parameters. */
  readonly type: string
  readonly isNullsStripped: boolean
  /** For an execution plan: the media type it is the plan of, and the options of EXPLAIN. */
  readonly explainedType: string
  readonly explainOptions: readonly string[]
}

const MAX_TYPES = 100

const any: readonly AcceptedType[] = [accepted('*/*', [])]

/**
 * Parses `Accept`, sorted by the client's preference and then by specificity. Without the header,
 * any type is accepted. Throws PGRST107 (406) for more than 100 types.
 */
export function parseAccept(header: string | undefined): readonly AcceptedType[] {
  if (header === undefined || header === '*/*' || header.trim() === '') return any
  const parts = splitOutsideQuotes(header, ',')
  if (parts.length > MAX_TYPES)
    throw refusal('PGRST107', `More than ${MAX_TYPES} media types in the Accept header`, {
      status: 406,
      hint: 'Send only the media types that the client can read.',
    })
  return parts
    .map((part) => {
      const [type = '', ...all] = splitOutsideQuotes(part, ';').map((word) => word.trim())
      const parameters = all.filter((parameter) => !isQuality(parameter))
      return {
        ...accepted(type.toLowerCase(), parameters),
        quality: qualityOf(all.find(isQuality)),
        detail: parameters.length - type.replaceAll(/[^*]/g, '').length,
      }
    })
    .toSorted((left, right) => right.quality - left.quality || right.detail - left.detail)
}

const isQuality = (parameter: string) => parameter.toLowerCase().startsWith('q=')

/** A quality that is not a number counts as 1. */
function qualityOf(parameter: string | undefined): number {
  const quality = Number(parameter?.slice(2))
  return Number.isNaN(quality) ? 1 : quality
}

function accepted(type: string, parameters: readonly string[]): AcceptedType {
  const valueOf = (name: string) =>
    parameters
      .find((parameter) => parameter.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', '')
      .toLowerCase()
  return {
    type,
    isNullsStripped: valueOf('nulls') === 'stripped',
    explainedType: valueOf('for') ?? 'application/json',
    explainOptions: (valueOf('options') ?? '').split('|').filter((option) => option !== ''),
  }
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): readonly string[] {
  if (!text.includes('"')) return text.split(separator)
  return text.match(separator === ',' ? /(?:"[^"]*"|[^,"])+/g : /(?:"[^"]*"|[^;"])+/g) ?? []
}
