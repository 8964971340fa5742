import type { Operation } from '@stoa/contract/endpoint'
import { ApiError } from './api-error.ts'
import { withConnectionHandle, type ConnectionHandles } from './connection-handle.ts'
import { sendJson } from './http.ts'
import type { Session } from './session.ts'

/** The input of one call. Parts that the endpoint does not have are omitted. */
export type CallInput<Params, Query, Body> = PartOf<'params', Params> &
  PartOf<'query', Query> &
  ([Body] extends [undefined] ? { body?: undefined } : { body: Body }) & {
    signal?: AbortSignal | undefined
    headers?: Record<string, string>
  }

type PartOf<Name extends string, Part> =
  Record<never, never> extends Part ? { [Key in Name]?: Part } : { [Key in Name]: Part }

/** Calls an operation of the contract as the signed-in user. Throws `ApiError`. */
export type Call = <Params, Query, Body, Response>(
  endpoint: Operation<Params, Query, Body, Response>,
  input: CallInput<Params, Query, Body>,
) => Promise<Response>

type LooseInput = {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/**
 * Creates the client for the platform API. Access tokens come from the session, which renews them
 * when needed. Database-metadata calls send their project's connection handle. `onUnauthorized` is
 * called after a 401, because the session may have ended.
 */
export function createCall(
  session: Pick<Session, 'accessToken'>,
  handles?: ConnectionHandles,
  onUnauthorized?: () => void,
): Call {
  return async <Params, Query, Body, Response>(
    endpoint: Operation<Params, Query, Body, Response>,
    input: CallInput<Params, Query, Body>,
  ) => {
    const { params, query, body, signal, headers }: LooseInput = input
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
    // The server has passed its answer through the schema of the contract.
    return (answer ?? {}) as Response
  }
}

/** Replaces each `{name}` with its parameter, percent-encoded. */
export function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return path.replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  )
}

/** Joins arrays with commas and omits undefined and null values. */
export function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
