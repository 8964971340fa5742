import type { Endpoint } from '@stoa/contract/endpoint'
import { ApiError, DEFAULT_API_MESSAGE } from './api-error.ts'
import { withConnectionHandle, type ConnectionHandles } from './connection-handle.ts'
import { sendJson } from './http.ts'
import type { Session } from './session.ts'

/** What one call hands to an endpoint; the parts the endpoint does not have are left out. */
export type CallInput<Params, Query, Body> = PartOf<'params', Params> &
  PartOf<'query', Query> &
  (Body extends undefined ? { body?: undefined } : { body: Body }) & {
    signal?: AbortSignal | undefined
    headers?: Record<string, string>
  }

type PartOf<Name extends string, Part> =
  Record<never, never> extends Part ? { [Key in Name]?: Part } : { [Key in Name]: Part }

/** Calls an operation of the contract as the signed-in person; throws `ApiError`. */
export type Call = <Params, Query, Body, Response>(
  endpoint: Endpoint<Params, Query, Body, Response>,
  ...input: Record<never, never> extends CallInput<Params, Query, Body>
    ? [CallInput<Params, Query, Body>?]
    : [CallInput<Params, Query, Body>]
) => Promise<Response>

type LooseInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * The one client of the platform API. Tokens come from the session, renewed when they must be;
 * database-metadata calls carry their project's connection handle. `onUnauthorized` is told of a 401:
 * the session may have ended.
 */
export function createCall(
  session: Pick<Session, 'accessToken'>,
  handles?: ConnectionHandles,
  onUnauthorized?: () => void,
): Call {
  return async (endpoint, ...[input]) => {
    const { params, query, body, signal, headers }: LooseInput = input ?? {}
    const send = async (more: Record<string, string>) =>
      sendJson({
        method: endpoint.method,
        url: fillPath(endpoint.path, params) + queryString(query),
        body,
        signal,
        accessToken: endpoint.access === 'public' ? undefined : await session.accessToken(),
        headers: { ...headers, ...more },
      })
    const place = { path: endpoint.path, params, handles }
    const answer = await withConnectionHandle(place, send).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 401) onUnauthorized?.()
      throw error
    })
    const parsed = endpoint.response.safeParse(answer ?? {})
    if (parsed.success) return parsed.data
    throw new ApiError(DEFAULT_API_MESSAGE, { code: 200, details: parsed.error.issues })
  }
}

/** Puts each parameter in its `{place}`, percent-encoded. */
export function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return path.replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  )
}

/** Arrays are comma-joined; undefined and null are left out. */
export function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
