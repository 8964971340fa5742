import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { createHash } from 'node:crypto'
import type { Caller } from '../../project/caller.ts'
import type { Project } from '../../project/project.ts'
import type { CallerStatement, TextResult } from '../../postgres/database.ts'
import { compile, quoteIdent, sql, type Sql } from '../../postgres/sql.ts'
import type { LiveSchemas } from './catalogue/live-schemas.ts'
import type { RoleSchema } from './catalogue/role-schema.ts'
import { DocumentErrors, refusal, sqlstateOf } from './errors.ts'
import { introspect } from './introspect.ts'
import type { SelectedField } from './request/collect-fields.ts'
import { MAX_VALUES } from './request/limits.ts'
import type { GraphqlRequest } from './request/parse-request.ts'
import { prepareOperation } from './request/prepare-operation.ts'
import { compileOperation, type CompiledOperation } from './sql/compile-operation.ts'
import { preRequestSql } from './sql/pre-request-sql.ts'

export type Incoming = {
  readonly request: GraphqlRequest
  readonly caller: Pick<Caller, 'role' | 'claimsJson'>
  /** The request's headers as `request.headers` holds them, and its cookies. */
  readonly headersJson: string
  readonly cookiesJson: string
}

type Scope = { readonly project: Project; readonly schemas: LiveSchemas }

const MAX_PREPARED_TEXT = 20_000

/** What the schema names and the database no longer has: a table, a column, a function, a type. */
const GONE = new Set(['42P01', '42703', '42883', '42704', '3F000'])

/**
 * Runs one operation as the caller and resolves to the answer's `data` as JSON text. Rejects with
 * what `renderError` knows; then nothing of the operation was committed.
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
  const before = preRequestOf(scope.project)
  const end = operation.isMutation ? endOf(scope.project) : []
  const [first, ...after] = [...before, ...compiled.statements, ...end].map(statementOf)
  const results = first
    ? await scope.project.database.asCaller(
        {
          role: incoming.caller.role,
          settings: settingsOf(scope.project, incoming, role),
          isReadOnly: !operation.isMutation,
        },
        first,
        after,
      )
    : []
  return render(compiled, results.slice(before.length), {
    root: operation.isMutation ? 'Mutation' : 'Query',
    introspected: (field) => JSON.stringify(introspect(field, operation, role)),
  })
}

/** What the project has run before anything a request asks for, its own description included. */
function preRequestOf({ settings }: Project): readonly Sql[] {
  const name = settings.of(dataApiSettings).db_pre_request
  return name === '' ? [] : [preRequestSql(name)]
}

/** What makes a change a rehearsal, where the project's transactions end so. */
function endOf({ settings }: Project): readonly Sql[] {
  if (!settings.of(dataApiSettings).db_tx_end.startsWith('rollback')) return []
  // What would only be refused at the end is refused now, as if the end had come.
  return [sql`set constraints all immediate`, sql`rollback`]
}

async function compileFor({ project, schemas }: Scope, incoming: Incoming, known: RoleSchema) {
  const maxRows = project.settings.of(dataApiSettings).max_rows
  const work = (role: RoleSchema) => {
    const operation = prepareOperation(incoming.request, role)
    return { role, operation, compiled: compileOperation(operation, role, { maxRows }) }
  }
  const done = guardDepth(() => work(known))
  // Whoever asks what there is wants to know it as of now.
  if (!done.compiled.fields.some(({ kind }) => kind === 'introspection')) return done
  const newest = await schemas.refresh(incoming.caller.role)
  return newest === known ? done : guardDepth(() => work(newest))
}

/** Values can be nested more deeply than a program can follow; that is the request's doing. */
function guardDepth<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError)
      throw refusal('depth_limit', 'The document or a variable is nested too deeply.')
    throw error
  }
}

function statementOf(statement: Sql): CallerStatement {
  const { text, values } = compile(statement)
  if (values.length > MAX_VALUES)
    throw refusal(
      'value_limit',
      `The operation holds more than ${MAX_VALUES} values.`,
      'Send fewer records in one request, or lists with in.',
    )
  // A long text is one of a kind, and would stay on the server for nothing.
  if (text.length > MAX_PREPARED_TEXT) return { text, values }
  const name = `g_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
  return { name, text, values }
}

/** What is answered without the database. */
type Local = {
  readonly root: string
  readonly introspected: (field: SelectedField) => string
}

function render(
  { fields }: CompiledOperation,
  results: readonly TextResult[],
  { root, introspected }: Local,
): string {
  const columns = results.flatMap(({ rows }) => rows[0] ?? [])
  const entries = fields.map((field) => {
    const key = JSON.stringify(field.key)
    if (field.kind === 'data') return `${key}:${columns[field.column] ?? 'null'}`
    return `${key}:${field.kind === 'typename' ? JSON.stringify(root) : introspected(field.field)}`
  })
  return `{${entries.join(',')}}`
}

function settingsOf(
  { settings }: Project,
  { caller, headersJson, cookiesJson }: Incoming,
  { model }: RoleSchema,
): Record<string, string> {
  const { exposed_schemas: exposed, extra_search_path: extra } = settings.of(dataApiSettings)
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
