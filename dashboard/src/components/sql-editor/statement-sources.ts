export type NamedTable = { readonly schema: string | undefined; readonly name: string }

/** A table, subquery or common table expression that a statement can take columns from. */
export type Source = {
  /** The name that its columns can be qualified with. */
  readonly alias: string
  /** The tables whose columns it has. */
  readonly tables: readonly NamedTable[]
  /** The columns that are known without the catalog. */
  readonly columns: readonly string[]
}

export const NAME = String.raw`(?:"(?:[^"]|"")+"|[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*)`
/** Words that can follow a table's name without being its alias. */
const NO_ALIAS =
  'from|where|set|on|using|join|inner|left|right|full|cross|natural|group|order|limit|offset|fetch|union|intersect|except|returning|values|select|having|window|for|default|as|when|then|lateral|tablesample'
const ALIAS = String.raw`(?:\s+(?:as\s+)?(?!(?:${NO_ALIAS})\b)(${NAME}))?`
const MENTION = new RegExp(
  String.raw`(\bfrom|\bjoin|\binto|\bupdate|\busing|,)\s+(?:only\s+)?(?:(${NAME})\s*\.\s*)?(?!(?:${NO_ALIAS})\b)(${NAME})(?![\w$]|\s*[.(])${ALIAS}`,
  'giu',
)
const COMMON = new RegExp(
  String.raw`(?:\bwith\s+(?:recursive\s+)?|\)\s*,\s*)(${NAME})\s*(?:\(([^()]*)\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(`,
  'giu',
)
const DERIVED = new RegExp(
  String.raw`\)\s*(?:as\s+)?(?!(?:${NO_ALIAS}|and|or|in|is|not|asc|desc|from|end|else)\b)(${NAME})(?:\s*\(([^()]*)\))?`,
  'giu',
)
const CLAUSE =
  /\b(?:from|select|where|group|order|having|limit|set|values|returning|window|into|update)\b/gi

/** Finds the sources of a statement, with those of its subqueries. Each alias is listed once. */
export function sourcesIn(statement: string): Source[] {
  const text = withoutTexts(statement)
  const common = commonIn(text)
  const named = mentionsIn(text).map(({ schema, name, alias }): Source => {
    const source = schema === undefined ? common.get(name) : undefined
    const tables = [{ schema, name }]
    return { alias: alias ?? name, tables, columns: [], ...(source && { ...source }) }
  })
  const all = [...named, ...derivedIn(text)]
  return all.filter(({ alias }, index) => all.findIndex((each) => each.alias === alias) === index)
}

/** The end of a text without the parentheses in it, from the one that is still open. */
export function currentScope(before: string): string {
  const text = withoutTexts(before)
  const kept: string[] = []
  let depth = 0
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const character = text[index] ?? ''
    if (character === '(' && depth === 0) break
    if (character === '(') depth -= 1
    kept.push(depth === 0 ? character : ' ')
    if (character === ')') depth += 1
  }
  return kept.toReversed().join('')
}

/** The names of the common table expressions, which stand where a table can. */
export const commonNames = (statement: string): string[] => [
  ...commonIn(withoutTexts(statement)).keys(),
]

type Columns = Pick<Source, 'tables' | 'columns'>

function commonIn(text: string): Map<string, Columns> {
  const found = new Map<string, Columns>()
  for (const match of text.matchAll(COMMON)) {
    const start = match.index + match[0].length
    found.set(bare(match[1] ?? ''), columnsOf(text.slice(start, closing(text, start)), match[2]))
  }
  return found
}

function derivedIn(text: string): Source[] {
  return [...text.matchAll(DERIVED)].flatMap((match) => {
    const start = opening(text, match.index)
    const inner = text.slice(start + 1, match.index)
    if (start < 0 || !/^\s*(?:select|with|values)\b/i.test(inner)) return []
    return [{ alias: bare(match[1] ?? ''), ...columnsOf(inner, match[2]) }]
  })
}

/** The columns of a query: those of its list of names, or else of its select list. */
function columnsOf(query: string, names: string | undefined): Columns {
  if (names !== undefined)
    return { tables: [], columns: names.split(',').map((name) => bare(name.trim())) }
  const list = selectList(query)
  const items = splitItems(list)
  const tables = items.some((item) => /(?:^|\.)\*$/.test(item)) ? mentionsIn(query) : []
  return { tables, columns: items.flatMap(nameOfItem) }
}

function selectList(query: string): string {
  const start = /\bselect\s+(?:distinct\s+(?:on\s*\([^)]*\)\s*)?|all\s+)?/i.exec(query)
  if (!start) return ''
  const rest = query.slice(start.index + start[0].length)
  let depth = 0
  for (const { 0: word, index } of rest.matchAll(/[()]|\bfrom\b|\bunion\b/gi)) {
    if (word === '(') depth += 1
    else if (word === ')') depth -= 1
    else if (depth === 0) return rest.slice(0, index)
  }
  return rest
}

function splitItems(list: string): string[] {
  const items: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: character, index } of list.matchAll(/[(),]/g)) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character !== ',' || depth > 0) continue
    items.push(list.slice(start, index).trim())
    start = index + 1
  }
  return [...items, list.slice(start).trim()]
}

const ITEM_NAME = new RegExp(String.raw`(?:^|[\s.)])(${NAME})$`, 'u')

function nameOfItem(item: string): string[] {
  const name = ITEM_NAME.exec(item)?.[1]
  return name === undefined ? [] : [bare(name)]
}

function mentionsIn(text: string): (NamedTable & { alias: string | undefined })[] {
  const isInFrom = fromClauses(text)
  return [...text.matchAll(MENTION)].flatMap(
    ({ 1: word, 2: schema, 3: name = '', 4: alias, index }) =>
      // A comma separates tables only in a FROM clause.
      word === ',' && !isInFrom(index)
        ? []
        : [
            {
              schema: schema === undefined ? undefined : bare(schema),
              name: bare(name),
              alias: alias === undefined ? undefined : bare(alias),
            },
          ],
  )
}

/** Returns whether an index is in a FROM clause. It is called with ascending indexes. */
function fromClauses(text: string): (index: number) => boolean {
  const clauses = [...text.matchAll(CLAUSE)]
  let next = 0
  let isFrom = false
  return (index) => {
    for (let clause = clauses[next]; clause && clause.index < index; clause = clauses[next]) {
      isFrom = clause[0].toLowerCase() === 'from'
      next += 1
    }
    return isFrom
  }
}

function closing(text: string, start: number): number {
  let depth = 1
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1
    if (text[index] === ')') depth -= 1
    if (depth === 0) return index
  }
  return text.length
}

function opening(text: string, end: number): number {
  let depth = 0
  for (let index = end; index >= 0; index -= 1) {
    if (text[index] === ')') depth += 1
    if (text[index] === '(') depth -= 1
    if (depth === 0) return index
  }
  return -1
}

/** Replaces strings and comments with spaces, because they can contain anything. */
const withoutTexts = (statement: string): string =>
  statement.replaceAll(
    /'(?:[^']|'')*'?|--[^\n]*|\/\*[^]*?(?:\*\/|$)|\$(\w*)\$[^]*?(?:\$\1\$|$)/g,
    (text) => ' '.repeat(text.length),
  )

/** A name as the catalog stores it: unquoted names are lowercase. */
export function bare(name: string): string {
  if (!name.startsWith('"')) return name.toLowerCase()
  return name.slice(1, -1).replaceAll('""', '"')
}
