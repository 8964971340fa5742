const LONGEST_HEAD = 4000
const LONGEST_NAME = 60

const IDENTIFIER = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`
const NAME = String.raw`(${IDENTIFIER}(?:\s*\.\s*${IDENTIFIER})*)`
const pattern = (source: string) => new RegExp(source.replaceAll('NAME', NAME), 'iu')

/** Replaces the content of brackets, because a subquery does not name the query. */
const BRACKETS = ' () '

const INVISIBLE =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$([\p{L}_][\p{L}\p{N}_]*)?\$[\s\S]*?(?:\$\1\$|$)|\be'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|'(?:[^']|'')*(?:'|$)/giu

/** Preparatory statements, which do not name the query. */
const PREPARATION = /^(?:begin|start|set|commit|end)\b/i

const KINDS =
  'foreign table|materialized view|event trigger|text search configuration|access method|table|view|index|sequence|schema|function|procedure|trigger|policy|type|domain|role|user|extension|publication|subscription|database|server|rule|aggregate|collation|statistics'

const COMMANDS: [RegExp, (name: string) => string][] = [
  [
    pattern(String.raw`^select\b[\s\S]*?\bfrom\s+(?:only\s+)?NAME`),
    (name) => `Select from ${name}`,
  ],
  [pattern(String.raw`^select\s+NAME\s*\(\)`), (name) => `Select ${name}()`],
  [/^select\b/i, () => 'Select'],
  [pattern(String.raw`^insert\s+into\s+NAME`), (name) => `Insert into ${name}`],
  [pattern(String.raw`^update\s+(?:only\s+)?NAME`), (name) => `Update ${name}`],
  [pattern(String.raw`^delete\s+from\s+(?:only\s+)?NAME`), (name) => `Delete from ${name}`],
  [pattern(String.raw`^merge\s+into\s+(?:only\s+)?NAME`), (name) => `Merge into ${name}`],
  [pattern(String.raw`^truncate\s+(?:table\s+)?(?:only\s+)?NAME`), (name) => `Truncate ${name}`],
  [
    pattern(String.raw`^create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?on\s+(?:only\s+)?NAME`),
    (name) => `Create index on ${name}`,
  ],
]

const JOINED = new RegExp(
  String.raw`\bjoin\s+(?:lateral\s+)?(?:only\s+)?NAME`.replace('NAME', NAME),
  'giu',
)

const DEFINITION = pattern(
  String.raw`^(create|alter|drop)\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|recursive|unique|constraint)\s+)*(${KINDS})\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?NAME`,
)
const PLAIN =
  /^(create|alter|drop|grant|revoke|vacuum|analyze|reindex|refresh|comment|copy|call|do|show|table|values|explain|notify|listen)\b/i

/**
 * A name for a query based on its statements, such as "Select from employees". Undefined if the
 * text does not begin with a known statement.
 */
export function nameOfQuery(sql: string): string | undefined {
  const statements = withoutBrackets(sql.slice(0, LONGEST_HEAD).replaceAll(INVISIBLE, ' '))
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '' && !PREPARATION.test(text))
  const [first, ...rest] = statements.map(nameOfStatement)
  if (first === undefined) return undefined
  const names = [...new Set([first, ...rest.filter((name) => name !== undefined)])]
  // A statement without an object, such as `select 1`, does not name its script.
  const telling = names.filter((name) => name.includes(' '))
  return shortened(nameOfScript(telling.length > 0 ? telling : names))
}

function nameOfScript([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first
  return more.length === 0
    ? `${first} and ${lowered(second)}`
    : `${first} and ${more.length + 1} more`
}

const shortened = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name

const lowered = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`

function nameOfStatement(statement: string): string | undefined {
  const explained = /^explain\s+(?:\(\)\s+)?(?:analyze\s+)?(?:verbose\s+)?([\s\S]+)/i.exec(
    statement,
  )
  const inner = explained?.[1] === undefined ? undefined : nameOfStatement(explained[1])
  if (inner !== undefined) return `Explain ${lowered(inner)}`
  // The statement after `with` decides what the query does.
  const main = statement.replace(
    /^with\b[\s\S]*?\(\)\s*(?=(?:select|insert|update|delete|merge)\b)/i,
    '',
  )
  for (const [command, label] of COMMANDS) {
    const found = command.exec(main)
    if (found !== null) return label(tablesOf(found[1] ?? '', main))
  }
  const definition = DEFINITION.exec(main)
  if (definition !== null) {
    const [, verb = '', kind = '', name = ''] = definition
    return `${capitalized(verb)} ${kind.toLowerCase().replaceAll(/\s+/g, ' ')} ${readable(name)}`
  }
  const plain = PLAIN.exec(main)?.[1]
  return plain === undefined ? undefined : capitalized(plain)
}

/** A table, with the tables that a query joins to it. */
function tablesOf(first: string, statement: string): string {
  const joined = [...statement.matchAll(JOINED)].map(([, name = '']) => readable(name))
  const [name = '', other, ...more] = new Set([readable(first), ...joined])
  if (other === undefined) return name
  return more.length === 0 ? `${name} and ${other}` : `${name} and ${more.length + 1} more`
}

function withoutBrackets(text: string): string {
  let depth = 0
  let kept = ''
  for (const character of text) {
    if (character === ')') depth = Math.max(0, depth - 1)
    if (character === '(') depth += 1
    if (depth === 0) kept += character === ')' ? BRACKETS : character
  }
  return kept
}

const readable = (name: string) =>
  name
    .replaceAll(/\s*\.\s*/g, '.')
    .replace(/^(?:"public"|public)\./i, '')
    .replaceAll(/"((?:[^"]|"")+)"/g, (_, inner: string) => inner.replaceAll('""', '"'))

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
