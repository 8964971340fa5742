/** A page of a project's API docs. Without `schema`, the page describes the default schema. */
export type DocsPlace =
  | { readonly page: 'introduction' | 'authentication' | 'types'; readonly schema?: string }
  | { readonly page: 'table' | 'function'; readonly schema?: string; readonly name: string }

const PAGES = ['introduction', 'authentication', 'types'] as const
const NAMED_PAGES = ['table', 'function'] as const
const SEPARATOR = '.'
const LONGEST_NAME = 63

/**
 * Formats a page for the panel's search parameter: `introduction`, `types.shop`,
 * `table.public.note`.
 */
export function formatDocsPlace(place: DocsPlace): string {
  if ('name' in place)
    return [place.page, place.schema ?? '', place.name].map(escape).join(SEPARATOR)
  if (place.schema === undefined) return place.page
  return [place.page, place.schema].map(escape).join(SEPARATOR)
}

/** The reverse of `formatDocsPlace`. A truncated or edited link opens the introduction. */
export function parseDocsPlace(text: string): DocsPlace {
  const [kind, schema = '', name = ''] = text.split(SEPARATOR).map(unescape)
  const inSchema = schema !== '' && schema.length <= LONGEST_NAME ? { schema } : {}
  const page = PAGES.find((candidate) => candidate === kind)
  if (page) return { page, ...inSchema }
  const namedPage = NAMED_PAGES.find((candidate) => candidate === kind)
  if (namedPage && name !== '' && name.length <= LONGEST_NAME)
    return { page: namedPage, ...inSchema, name }
  return { page: 'introduction' }
}

// Periods separate the names here, and `encodeURIComponent` does not encode them.
const escape = (text: string) => encodeURIComponent(text).replaceAll('.', '%2E')

function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
