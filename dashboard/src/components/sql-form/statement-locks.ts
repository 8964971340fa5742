/** Postgres's locks that block other sessions, weakest first. */
type LockMode =
  | 'SHARE UPDATE EXCLUSIVE'
  | 'SHARE'
  | 'SHARE ROW EXCLUSIVE'
  | 'EXCLUSIVE'
  | 'ACCESS EXCLUSIVE'

/** Operations on a table that each lock blocks. */
export const BLOCKS: Readonly<Record<LockMode, string>> = {
  'SHARE UPDATE EXCLUSIVE': 'reads and writes continue; other schema changes are blocked',
  SHARE: 'writes are blocked; reads continue',
  'SHARE ROW EXCLUSIVE': 'writes are blocked; reads continue',
  EXCLUSIVE: 'writes are blocked; reads continue',
  'ACCESS EXCLUSIVE': 'reads and writes are blocked',
}

type StatementLock = { readonly mode: LockMode; readonly on: string }

type Rule = {
  /** A statement in lower case, with `N` for a name and `L` for a literal. */
  readonly form: RegExp
  readonly mode: LockMode
  /** The locked objects, from the statement's names in their order. */
  readonly on: (names: readonly string[], statement: string) => string
  /** A second table, which is locked in another mode. */
  readonly also?: { readonly mode: LockMode; readonly on: (names: readonly string[]) => string }
}

const first = (names: readonly string[]) => names[0] ?? 'the object'
/** The last name after ON. */
const table = (names: readonly string[], statement: string) =>
  names[(statement.split(' on ')[0] ?? '').match(/N/g)?.length ?? 0] ?? 'the table'

const second = (names: readonly string[]) => names[1] ?? 'the partition'

const ALTER_TABLE = /^alter (foreign )?table /

/**
 * The lock that a statement takes, by its form. The first matching rule decides; a statement that
 * matches none locks no table. From the Postgres manual's chapter on explicit locking and its pages
 * about the commands.
 */
const RULES: readonly Rule[] = [
  { form: /^create table N partition of N/, mode: 'ACCESS EXCLUSIVE', on: second },
  {
    form: /^alter table N attach partition /,
    mode: 'SHARE UPDATE EXCLUSIVE',
    on: first,
    also: {
      mode: 'ACCESS EXCLUSIVE',
      on: (names) => `${second(names)} and the default partition`,
    },
  },
  {
    form: /^alter table N detach partition N (concurrently|N)/,
    mode: 'SHARE UPDATE EXCLUSIVE',
    on: first,
    also: { mode: 'ACCESS EXCLUSIVE', on: second },
  },
  {
    form: /^alter table N detach partition /,
    mode: 'ACCESS EXCLUSIVE',
    on: (names) => `${first(names)} and ${second(names)}`,
  },
  {
    form: /^alter table .* (validate constraint|set statistics|set \(|reset \(|cluster on|set without cluster)/,
    mode: 'SHARE UPDATE EXCLUSIVE',
    on: first,
  },
  {
    form: /^alter table .* (enable|disable) (replica |always )?trigger /,
    mode: 'SHARE ROW EXCLUSIVE',
    on: first,
  },
  {
    form: /^alter table N add (constraint N )?foreign key /,
    mode: 'SHARE ROW EXCLUSIVE',
    on: (names, statement) =>
      `${first(names)} and ${names[(statement.split(' references ')[0] ?? '').match(/N/g)?.length ?? 0] ?? 'the other table'}`,
  },
  { form: ALTER_TABLE, mode: 'ACCESS EXCLUSIVE', on: first },
  { form: /^create (unique )?index concurrently /, mode: 'SHARE UPDATE EXCLUSIVE', on: table },
  { form: /^create (unique )?index /, mode: 'SHARE', on: table },
  { form: /^drop index concurrently /, mode: 'SHARE UPDATE EXCLUSIVE', on: () => 'its table' },
  { form: /^drop index /, mode: 'ACCESS EXCLUSIVE', on: () => 'its table' },
  { form: /^alter index N rename /, mode: 'SHARE UPDATE EXCLUSIVE', on: first },
  { form: /^alter index /, mode: 'ACCESS EXCLUSIVE', on: first },
  {
    form: /^reindex index concurrently /,
    mode: 'SHARE UPDATE EXCLUSIVE',
    on: () => 'its table',
  },
  { form: /^reindex index /, mode: 'SHARE', on: () => 'its table' },
  {
    form: /^create statistics /,
    mode: 'SHARE UPDATE EXCLUSIVE',
    on: (names) => names.at(-1) ?? 'the table',
  },
  { form: /^reindex .*concurrently/, mode: 'SHARE UPDATE EXCLUSIVE', on: first },
  { form: /^reindex /, mode: 'SHARE', on: first },
  {
    form: /^create (or replace )?(constraint )?trigger /,
    mode: 'SHARE ROW EXCLUSIVE',
    on: table,
  },
  { form: /^(alter|drop) trigger /, mode: 'ACCESS EXCLUSIVE', on: table },
  { form: /^(create|alter|drop) policy /, mode: 'ACCESS EXCLUSIVE', on: table },
  { form: /^create or replace view /, mode: 'ACCESS EXCLUSIVE', on: first },
  { form: /^refresh materialized view concurrently /, mode: 'EXCLUSIVE', on: first },
  { form: /^refresh materialized view /, mode: 'ACCESS EXCLUSIVE', on: first },
  { form: /^alter sequence N (rename|owner|set schema)/, mode: 'ACCESS EXCLUSIVE', on: first },
  { form: /^alter sequence /, mode: 'SHARE ROW EXCLUSIVE', on: first },
  {
    form: /^(alter|drop) (materialized view|view|table|foreign table|sequence)|^truncate|^cluster|^vacuum (\([^)]*)?full/,
    mode: 'ACCESS EXCLUSIVE',
    on: first,
  },
  { form: /^(vacuum|analyze) /, mode: 'SHARE UPDATE EXCLUSIVE', on: first },
  {
    form: /^comment on (table|column|view|materialized view|foreign table|index|sequence) /,
    mode: 'SHARE UPDATE EXCLUSIVE',
    on: first,
  },
  {
    form: /^(create|alter) publication .* (table|tables) /,
    mode: 'SHARE UPDATE EXCLUSIVE',
    on: (names) => names.slice(1).join(', ') || 'its tables',
  },
  {
    form: /^alter domain N (add|set not null|validate)/,
    mode: 'SHARE',
    on: (names) => `every table with a column of ${first(names)}`,
  },
  {
    form: /^alter type N (add|drop|alter|rename) attribute /,
    mode: 'ACCESS EXCLUSIVE',
    on: (names) => `${first(names)} and its typed tables`,
  },
  {
    form: /^create table .* references /,
    mode: 'SHARE ROW EXCLUSIVE',
    on: () => 'the referenced tables',
  },
  {
    form: /^drop .* cascade$/,
    mode: 'ACCESS EXCLUSIVE',
    on: () => 'every table, view and sequence that is dropped or changed with it',
  },
]

const CREATE_TABLE = /^create table N/

/** The locks that the statements of a text take until it has finished, without repetitions. */
export function locksOf(sql: string): readonly StatementLock[] {
  const found = new Map<string, StatementLock>()
  const created: string[] = []
  for (const { text, names } of statementsOf(sql)) {
    if (CREATE_TABLE.test(text)) created.push(first(names))
    const rule = RULES.find(({ form }) => form.test(text))
    if (!rule) continue
    const locks = [{ mode: rule.mode, on: rule.on(names, text) }]
    if (rule.also) locks.push({ mode: rule.also.mode, on: rule.also.on(names) })
    for (const lock of locks) {
      // No other session can wait for a table that the same text creates, nor for one of its columns.
      if (created.some((name) => lock.on === name || lock.on.startsWith(`${name}.`))) continue
      found.set(`${lock.mode} ${lock.on}`, lock)
    }
  }
  return [...found.values()]
}

type Form = { text: string; names: string[] }

/** A comment, a dollar-quoted text, a quoted name or text, a word, or any other character. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|"(?:[^"]|"")*"|e?'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|\S/giu

/** Names and keywords can't be told apart here, so these words count as keywords. */
const SYNTAX = new Set(
  `add all alter always analyze and as attach attribute before after cascade check cluster column
  comment concurrently constraint create data default delete detach disable domain drop each enable
  event exclude execute exists extension for foreign from full function if in index insert instead
  is key level materialized not null of on only operator option or owner partition policy primary
  procedure publication references refresh reindex rename replace replica reset restrict role row
  rule schema security select sequence set statement statistics storage table tables text to trigger
  truncate type unique update using vacuum validate value verbose view where with without`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
/** Words that can stand between an object's kind and its name. */
const OPTIONAL = /\b(?:if (?:not )?exists|only) (?=N|concurrently)/g

function statementsOf(sql: string): Form[] {
  const statements: Form[] = []
  let tokens: string[] = []
  let names: string[] = []
  const end = () => {
    const text = tokens.join(' ').replace(OPTIONAL, '')
    if (text !== '') statements.push({ text, names })
    tokens = []
    names = []
  }
  let isQualified = false
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue
    if (token === ';') end()
    else if (token === '.') isQualified = true
    else if (token.startsWith("'") || token.startsWith('$')) tokens.push('L')
    else if (!/^["\p{L}_]/u.test(token)) tokens.push(token)
    else if (SYNTAX.has(token.toLowerCase()) && !isQualified) tokens.push(token.toLowerCase())
    else {
      const name = shown(token)
      if (isQualified) names.push(`${names.pop() ?? ''}.${name}`)
      else {
        names.push(name)
        tokens.push('N')
      }
      isQualified = false
    }
  }
  end()
  return statements
}

/** Removes the quotes of a quoted name that needs none. */
function shown(token: string): string {
  const name = token.slice(1, -1)
  return token.startsWith('"') && /^[a-z_][a-z0-9_]*$/.test(name) ? name : token
}
