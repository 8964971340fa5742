import type { CronCall } from '@stoa/contract/services/cron/jobs'
import {
  ident,
  joinSql,
  literal,
  rawSql,
  sql,
  statementText,
  type Sql,
} from '../../postgres/sql.ts'

type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Sql | undefined
  /** JSON; empty for none. */
  readonly body: string
}

const TIMEOUT_MS = 5000

/** The command of a job that makes a call. `apiUrl` is the project's, for its edge functions. */
export const callCommand = (call: CronCall, apiUrl: string): string =>
  statementText(callSql(call, apiUrl))

function callSql(call: CronCall, apiUrl: string): Sql {
  switch (call.kind) {
    case 'routine':
      return sql`${call.is_procedure ? sql`call` : sql`select`} ${ident(call.schema, call.name)}()`
    case 'request':
      return requestSql({ ...call, headers: headersSql(call.headers) })
    case 'edge_function':
      return requestSql({
        method: 'POST',
        url: `${apiUrl}/functions/v1/${call.slug}`,
        headers: call.secret === null ? headersSql(JSON_CONTENT) : signedHeaders(call.secret),
        body: call.body,
      })
  }
}

const JSON_CONTENT = { 'Content-Type': 'application/json' }

/** Uses the functions of pg_net. */
function requestSql({ method, url, headers, body }: HttpRequest): Sql {
  const parameters = [
    sql`url := ${literal(url)}`,
    ...(headers === undefined ? [] : [sql`headers := ${headers}`]),
    ...(method === 'GET' || body === '' ? [] : [sql`body := ${literal(body)}::jsonb`]),
    sql`timeout_milliseconds := ${rawSql(String(TIMEOUT_MS))}`,
  ]
  const name = method === 'GET' ? sql`http_get` : sql`http_post`
  return sql`select net.${name}(\n  ${joinSql(parameters, ',\n  ')}\n)`
}

const headersSql = (headers: Readonly<Record<string, string>>): Sql | undefined =>
  Object.keys(headers).length === 0 ? undefined : sql`${literal(JSON.stringify(headers))}::jsonb`

/** The key is read when the job runs, so that the job does not contain it. */
const signedHeaders = (secret: string): Sql => sql`jsonb_build_object(
    'Content-Type', 'application/json',
    'Authorization', 'Bearer ' || (
      select decrypted_secret from vault.decrypted_secrets where name = ${literal(secret)}))`
