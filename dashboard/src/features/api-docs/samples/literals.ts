/** An example value: anything JSON can represent. */
export type Example =
  | string
  | number
  | boolean
  | null
  | readonly Example[]
  | { readonly [name: string]: Example }

const PLAIN_NAME = /^[A-Za-z_]\w*$/

/**
 * The name of a column or table in `select`, `order` or a filter, quoted if the grammar requires
 * it.
 */
export function restName(name: string): string {
  if (PLAIN_NAME.test(name)) return name
  return `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A name as a URL path segment. Clients insert it into the URL without encoding it. */
export const pathName = (name: string): string =>
  /[/?#%\\]/.test(name) ? encodeURIComponent(name) : name

/** Text in a query string; characters of the grammar stay readable. */
export const queryText = (text: string): string =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** Quotes any text as one POSIX shell argument. */
export const shellArgument = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A JavaScript expression, indented by `indent` spaces. */
export function javascriptValue(value: Example, indent = 0): string {
  if (typeof value === 'string') return javascriptString(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (isList(value))
    return wrap(['[', ']'], value, { indent, print: (item) => javascriptValue(item, indent + 2) })
  const print = ([name, item]: [string, Example]) =>
    `${PLAIN_NAME.test(name) ? name : javascriptString(name)}: ${javascriptValue(item, indent + 2)}`
  return wrap(['{ ', ' }'], Object.entries(value), { indent, print })
}

/** A Python expression, indented by `indent` spaces. */
export function pythonValue(value: Example, indent = 0): string {
  if (typeof value === 'string') return pythonString(value)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value)
  if (isList(value))
    return wrap(['[', ']'], value, {
      indent,
      step: 4,
      print: (item) => pythonValue(item, indent + 4),
    })
  const print = ([name, item]: [string, Example]) =>
    `${pythonString(name)}: ${pythonValue(item, indent + 4)}`
  return wrap(['{', '}'], Object.entries(value), { indent, step: 4, print })
}

export function javascriptString(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
  return `'${inner}'`
}

// Python reads JSON's escape sequences the same way.
export const pythonString = (text: string): string => JSON.stringify(text)

const isList = (value: object): value is readonly Example[] => Array.isArray(value)

const LONGEST_LINE = 60

/** Writes the items on one line if that is short enough, otherwise one item per line. */
function wrap<Item>(
  [open, close]: readonly [string, string],
  items: readonly Item[],
  { indent, step = 2, print }: { indent: number; step?: number; print: (item: Item) => string },
): string {
  if (items.length === 0) return open.trim() + close.trim()
  const printed = items.map(print)
  const line = `${open}${printed.join(', ')}${close}`
  if (indent + line.length <= LONGEST_LINE && !line.includes('\n')) return line
  const margin = ' '.repeat(indent + step)
  const lines = printed.map((item) => `${margin}${item},\n`).join('')
  return `${open.trim()}\n${lines}${' '.repeat(indent)}${close.trim()}`
}
