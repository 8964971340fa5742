/** A value of an example: what JSON can hold. */
export type Example =
  string | number | boolean | null | readonly Example[] | { readonly [name: string]: Example }

const PLAIN_NAME = /^[A-Za-z_]\w*$/

/** A column's or table's name within `select`, `order` or a filter, quoted where the grammar needs it. */
export function restName(name: string): string {
  if (PLAIN_NAME.test(name)) return name
  return `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A name as a part of an address that clients put into it as it stands. */
export const pathName = (name: string): string =>
  /[/?#%\\]/.test(name) ? encodeURIComponent(name) : name

/** Text within a query string; signs of the grammar stay legible. */
export const queryText = (text: string): string =>
  encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** One argument of a POSIX shell, whatever it holds. */
export const shellArgument = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A JavaScript expression, `indent` spaces from the margin. */
export function javascriptValue(value: Example, indent = 0): string {
  if (typeof value === 'string') return javascriptString(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (isList(value))
    return wrap(['[', ']'], value, { indent, print: (item) => javascriptValue(item, indent + 2) })
  const print = ([name, item]: [string, Example]) =>
    `${PLAIN_NAME.test(name) ? name : javascriptString(name)}: ${javascriptValue(item, indent + 2)}`
  return wrap(['{ ', ' }'], Object.entries(value), { indent, print })
}

/** A Python expression, `indent` spaces from the margin. */
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

// JSON's escapes mean the same to Python.
export const pythonString = (text: string): string => JSON.stringify(text)

const isList = (value: object): value is readonly Example[] => Array.isArray(value)

const LONGEST_LINE = 60

/** On one line where that is short, else one item a line. */
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
