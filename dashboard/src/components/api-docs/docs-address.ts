/** A page of a project's API docs. Without a schema: that of requests without a word about it. */
export type DocsPlace =
  | { readonly page: 'introduction' | 'authentication' | 'types'; readonly schema?: string }
  | { readonly page: 'table' | 'function'; readonly schema?: string; readonly name: string }

const PAGES = ['introduction', 'authentication', 'types'] as const
const NAMED_PAGES = ['table', 'function'] as const
const SEPARATOR = '.'
const LONGEST_NAME = 63

/** A page as the panel's search parameter holds it: `introduction`, `types.shop`, `table.public.note`. */
export function formatDocsPlace(place: DocsPlace): string {
  if ('name' in place)
    return [place.page, place.schema ?? '', place.name].map(escape).join(SEPARATOR)
  if (place.schema === undefined) return place.page
  return [place.page, place.schema].map(escape).join(SEPARATOR)
}

/** The reverse of `formatDocsPlace`; a link that was cut short or edited opens the introduction. */
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

// Full stops are what names are separated by here, and what browsers leave as they are.
const escape = (text: string) => encodeURIComponent(text).replaceAll('.', '%2E')

function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
