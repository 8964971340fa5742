/**
 * SQL as a value. Text enters only through the literal parts of the `sql` tag, `ident`, `literal`
 * and `rawSql`; every interpolated value is bound. A string is not assignable to `Sql`.
 */
const brand: unique symbol = Symbol('sql')

export type Bindable = string | number | bigint | boolean | null | Date | Buffer | readonly string[]
/** Fragments stay nested until the statement is compiled: copying them at each level takes too long. */
type Node = string | { readonly value: Bindable } | Sql
export type Sql = {
  readonly [brand]: true
  readonly nodes: readonly Node[]
  readonly name?: string
}
export type Statement = {
  readonly text: string
  readonly values: readonly Bindable[]
  /** The name under which a connection prepares the statement once. */
  readonly name?: string
}

const make = (nodes: readonly Node[]): Sql => ({ [brand]: true, nodes })

export const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && brand in value

/** Binds every interpolated value and nests fragments. */
export function sql(parts: TemplateStringsArray, ...args: readonly (Sql | Bindable)[]): Sql {
  const nodes: Node[] = [parts[0] ?? '']
  args.forEach((argument, index) => {
    nodes.push(isSql(argument) ? argument : { value: argument }, parts[index + 1] ?? '')
  })
  return make(nodes)
}

/**
 * A statement that runs often: each connection parses it once. The name belongs to this text alone.
 * Only for tables that no role of the owner can alter, because a prepared statement fails when the
 * types of its columns change.
 */
export const prepared = (name: string, { nodes }: Sql): Sql => ({ [brand]: true, nodes, name })

/** A quoted, possibly qualified identifier. Names are quoted nowhere else in the server. */
export const ident = (...names: readonly string[]): Sql => make([quoteIdent(...names)])

/**
 * The text form of `ident`, for SQL assembled from a plan. Throws for NUL, which no identifier can
 * contain.
 */
export function quoteIdent(...names: readonly string[]): string {
  return names
    .map((name) => {
      if (name.includes('\0')) throw new TypeError('An identifier cannot contain NUL')
      return `"${name.replaceAll('"', '""')}"`
    })
    .join('.')
}

/**
 * A quoted string constant, for the few places of the grammar that take no parameter (DDL defaults,
 * COMMENT, role passwords).
 */
export function literal(value: string): Sql {
  if (value.includes('\0')) throw new TypeError('A text value cannot contain NUL')
  const quoted = `'${value.replaceAll("'", "''")}'`
  return make([value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted])
}

/**
 * The same SQL with constants instead of values, for a person to read. Throws for NUL, which Postgres
 * refuses, and for values that have no such constant.
 */
export const withLiterals = ({ nodes }: Sql): Sql =>
  make(
    nodes.map((node) => {
      if (typeof node === 'string') return node
      return isSql(node) ? withLiterals(node) : constant(node.value)
    }),
  )

function constant(value: Bindable): Sql {
  if (value === null) return make(['null'])
  if (typeof value === 'string') return literal(value)
  if (typeof value === 'object') throw new TypeError('A value of this type has no constant')
  return make([String(value)])
}

/** Text that is already SQL: a migration file, or a person's text from the SQL editor. */
export const rawSql = (text: string): Sql => make([text])

export const emptySql: Sql = make([])

export const joinSql = (fragments: readonly Sql[], separator = ', '): Sql =>
  make(fragments.flatMap((fragment, index) => (index === 0 ? fragment : [separator, fragment])))

/** The statement in the protocol's form: `$1`-style text and its values. */
export function compile(fragment: Sql): Statement {
  let text = ''
  const values: Bindable[] = []
  add(fragment)
  const { name } = fragment
  return name === undefined ? { text, values } : { text, values, name }

  function add({ nodes }: Sql): void {
    for (const node of nodes) {
      if (typeof node === 'string') text += node
      else if (isSql(node)) add(node)
      else {
        values.push(node.value)
        text += `$${values.length}`
      }
    }
  }
}

/** The text of a statement that is shown or recorded, and so has literals instead of values. */
export function statementText(statement: Sql): string {
  const { text, values } = compile(statement)
  if (values.length > 0) throw new Error('A statement in text cannot have parameters')
  return text
}
