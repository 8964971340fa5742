import type { Endpoint } from '@stoa/contract/endpoint'
import { ErrorBody } from '@stoa/contract/errors'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { serverNotRunning, type OperatorFile } from './operator-file.ts'

type Input<Params, Query, Body> = {
  readonly params?: Params
  readonly query?: Partial<Query>
  readonly body?: Body
}

/** Calls the contract's operations on the running server, as its operator. */
export type Client = <Params, Query, Body, Response>(
  endpoint: Endpoint<Params, Query, Body, Response>,
  input?: Input<Params, Query, Body>,
) => Promise<Response>

const TIMEOUT_MS = 60_000

/** Calls reject with the server's errors, or `server_not_running` if it cannot be reached. */
export function createClient(readFile: () => Promise<OperatorFile>): Client {
  async function call(path: string, init: RequestInit): Promise<Response> {
    const { url, token } = await readFile()
    const response = await send(new URL(path, url), token, init)
    if (response.status !== 401) return response
    // The server may have restarted since the file was read, and have a new credential.
    const now = await readFile()
    return now.token === token ? response : send(new URL(path, now.url), now.token, init)
  }

  return async (endpoint, { params, query, body } = {}) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value))
    const response = await call(`${pathOf(endpoint.path, params)}?${search}`, {
      method: endpoint.method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return z.parse(endpoint.response, answer)
    const refusal = ErrorBody.safeParse(answer)
    if (!refusal.success)
      throw new AppError(
        'unexpected_answer',
        `The server responded with status ${response.status}.`,
        {
          status: response.status,
          hint: 'Another program may be listening at the address in the data folder.',
        },
      )
    const { code, message, hint, details } = refusal.data
    throw new AppError(code, message, {
      status: response.status,
      details,
      ...(hint !== undefined && { hint }),
    })
  }
}

async function send(url: URL, token: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(url, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'TimeoutError')) throw serverNotRunning(error)
    throw new AppError('timeout', 'The server did not respond within a minute.', {
      status: 504,
      hint: 'Look at the log of the server. The call may still finish, so check before you repeat it.',
      cause: error,
    })
  }
}

const pathOf = (path: string, params: unknown) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>>)[name] ?? ''),
  )
