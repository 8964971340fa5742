import { literal, qualified } from '../../lib/sql-names.ts'

type Request = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  /** JSON; empty for none. */
  readonly body: string
  readonly timeoutMs: number
}

/** The command that sends an HTTP request with the functions of pg_net. */
export function requestCommand({ method, url, headers, body, timeoutMs }: Request): string {
  const given = JSON.stringify(Object.fromEntries(headers))
  return callOf(method, [
    `url := ${literal(url)}`,
    ...(headers.length > 0 ? [`headers := ${literal(given)}::jsonb`] : []),
    ...(method === 'POST' && body.trim() !== '' ? [`body := ${literal(body.trim())}::jsonb`] : []),
    `timeout_milliseconds := ${timeoutMs}`,
  ])
}

type EdgeCall = {
  readonly url: string
  /** The name of the secret in the vault that contains a key of the project; empty for none. */
  readonly secret: string
  readonly body: string
  readonly timeoutMs: number
}

/** The command that calls an edge function with a key from the vault. */
export function edgeFunctionCommand({ url, secret, body, timeoutMs }: EdgeCall): string {
  const authorization = `'Bearer ' || (
      select decrypted_secret from vault.decrypted_secrets where name = ${literal(secret)})`
  return callOf('POST', [
    `url := ${literal(url)}`,
    secret === ''
      ? `headers := '{"Content-Type":"application/json"}'::jsonb`
      : `headers := jsonb_build_object(
    'Content-Type', 'application/json',
    'Authorization', ${authorization})`,
    ...(body.trim() === '' ? [] : [`body := ${literal(body.trim())}::jsonb`]),
    `timeout_milliseconds := ${timeoutMs}`,
  ])
}

const callOf = (method: 'GET' | 'POST', parameters: readonly string[]) =>
  `select net.http_${method.toLowerCase()}(\n  ${parameters.join(',\n  ')}\n)`

/** The command that calls a function or a procedure without arguments. */
export const routineCommand = (routine: {
  readonly schema: string
  readonly name: string
  readonly kind: string
}): string => `${routine.kind === 'procedure' ? 'call' : 'select'} ${qualified(routine)}()`
