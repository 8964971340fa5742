import { createHash } from 'node:crypto'
import type { EndSignal } from '../../lib/end-signal.ts'
import type { Caller } from '../../project/caller.ts'
import type { EffectiveSettings } from '../../project/data-plane/effective-settings.ts'
import { preRequestSql } from '../../project/data-plane/pre-request-sql.ts'
import { isRolledBack, ROLLBACK } from '../../project/data-plane/transaction-end.ts'
import type { Project } from '../../project/project.ts'
import type { CallerStatement, TextResult } from '../../postgres/database.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { compile, quoteIdent, type Sql } from '../../postgres/sql.ts'
import type { LiveSchemas } from './catalogue/live-schemas.ts'
import type { RoleSchema } from './catalogue/role-schema.ts'
import { DocumentErrors, tooDeep, tooManyValues } from './errors.ts'
import { introspect } from './introspect.ts'
import { MAX_VALUES } from './request/limits.ts'
import type { GraphqlRequest } from './request/parse-request.ts'
import { prepareOperation } from './request/prepare-operation.ts'
import { compileOperation, type CompiledOperation } from './sql/compile-operation.ts'

export type Incoming = {
  readonly request: GraphqlRequest
  readonly caller: Pick<Caller, 'role' | 'claimsJson'>
  /** The request's headers as `request.headers` holds them, and its cookies. */
  readonly headersJson: string
  readonly cookiesJson: string
  /** Aborts when the client has left. Queries end then; a mutation runs to its end. */
  readonly departure?: EndSignal | undefined
}

type Scope = { readonly project: Project; readonly schemas: LiveSchemas }

const MAX_PREPARED_TEXT = 20_000

/**
 * SQLSTATEs for an object that the schema contains and the database no longer has: a table, a
 * column, a function, a type.
 */
const GONE = new Set(['42P01', '42703', '42883', '42704', '3F000'])

/**
 * Runs one operation as the caller and resolves to the response's `data` as JSON text. Rejects with
 * an error for `renderError`; then nothing was committed.
 */
export async function answer(scope: Scope, incoming: Incoming): Promise<string> {
  const { role } = incoming.caller
  const known = await scope.schemas.of(role)
  try {
    return await run(scope, incoming, known)
  } catch (error) {
    if (!mayBeOutdated(error)) throw error
    const newest = await scope.schemas.refresh(role)
    if (newest === known) throw error
    return run(scope, incoming, newest)
  }
}

const mayBeOutdated = (error: unknown) =>
  error instanceof DocumentErrors
    ? error.code !== 'syntax_error'
    : GONE.has(sqlstateOf(error) ?? '')

async function run(scope: Scope, incoming: Incoming, known: RoleSchema): Promise<string> {
  const { operation, compiled, role } = await compileFor(scope, incoming, known)
  const settings = scope.schemas.settings()
  const before = preRequestOf(settings)
  const end = operation.isMutation && isRolledBack(settings) ? ROLLBACK : []
  const [first, ...after] = [...[...before, ...compiled.statements].map(statementOf), ...end]
  const results = first
    ? await scope.project.database.asCaller(
        {
          role: incoming.caller.role,
          settings: settingsOf(settings, incoming, role),
          isReadOnly: !operation.isMutation,
          signal: operation.isMutation ? undefined : incoming.departure,
        },
        first,
        after,
      )
    : []
  const descriptions = new Map<string, string>()
  for (const field of compiled.fields)
    if (field.kind === 'introspection')
      descriptions.set(field.key, await introspect(field.field, operation, role))
  return render(compiled, results.slice(before.length), {
    root: operation.isMutation ? 'Mutation' : 'Query',
    descriptions,
  })
}

/** The pre-request function runs before everything in a request, including introspection. */
const preRequestOf = ({ db_pre_request: name }: EffectiveSettings): readonly Sql[] =>
  name === '' ? [] : [preRequestSql(name)]

async function compileFor({ schemas }: Scope, incoming: Incoming, known: RoleSchema) {
  const { max_rows: maxRows } = schemas.settings()
  const work = (role: RoleSchema) => {
    const operation = prepareOperation(incoming.request, role)
    return { role, operation, compiled: compileOperation(operation, role, { maxRows }) }
  }
  const done = guardDepth(() => work(known))
  // Introspection has to describe the current state.
  if (!done.compiled.fields.some(({ kind }) => kind === 'introspection')) return done
  const newest = await schemas.refresh(incoming.caller.role)
  return newest === known ? done : guardDepth(() => work(newest))
}

/** Turns a stack overflow into an error of the request, whose values are nested too deeply. */
function guardDepth<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError)
      throw tooDeep('The document or a variable is nested too deeply.')
    throw error
  }
}

function statementOf(statement: Sql): CallerStatement {
  const { text, values } = compile(statement)
  if (values.length > MAX_VALUES)
    throw tooManyValues(
      `The operation contains more than ${MAX_VALUES} values.`,
      'Send fewer records in one request, or lists with in.',
    )
  // A long text is unlikely to be repeated, and would occupy the server's memory.
  if (text.length > MAX_PREPARED_TEXT) return { text, values }
  const name = `g_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  return { name, text, values }
}

/** Fields that are resolved without the database. */
type Local = {
  readonly root: string
  /** The values of introspection fields as JSON, by their keys. */
  readonly descriptions: ReadonlyMap<string, string>
}

function render(
  { fields }: CompiledOperation,
  results: readonly TextResult[],
  { root, descriptions }: Local,
): string {
  const columns = results.flatMap(({ rows }) => rows[0] ?? [])
  const entries = fields.map((field) => {
    const key = JSON.stringify(field.key)
    if (field.kind === 'data') return `${key}:${columns[field.column] ?? 'null'}`
    return `${key}:${field.kind === 'typename' ? JSON.stringify(root) : (descriptions.get(field.key) ?? 'null')}`
  })
  return `{${entries.join(',')}}`
}

function settingsOf(
  { exposed_schemas: exposed, extra_search_path: extra }: EffectiveSettings,
  { caller, headersJson, cookiesJson }: Incoming,
  { model }: RoleSchema,
): Record<string, string> {
  return {
    'request.jwt.claims': caller.claimsJson,
    'request.method': 'POST',
    'request.path': '/graphql',
    'request.headers': headersJson,
    'request.cookies': cookiesJson,
    search_path: [...new Set([...exposed, ...extra])].map((name) => quoteIdent(name)).join(', '),
    ...Object.fromEntries(model.settings),
  }
}
