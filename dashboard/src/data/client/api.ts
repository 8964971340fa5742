import type { Operation } from '@stoa/contract/endpoint'
import { ApiError } from './api-error.ts'
import { withConnectionHandle, type ConnectionHandles } from './connection-handle.ts'
import { openText, sendJson, type HttpRequest } from './http.ts'
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
  const send = createSend(session, handles, onUnauthorized)
  return async <Params, Query, Body, Response>(
    endpoint: Operation<Params, Query, Body, Response>,
    input: CallInput<Params, Query, Body>,
    // The server has passed its answer through the schema of the contract.
  ) => ((await send(endpoint, input, sendJson)) ?? {}) as Response
}

/** Calls an operation whose response is a text of any length. Throws `ApiError`. */
export type OpenText = <Params, Query, Body>(
  endpoint: Operation<Params, Query, Body, string>,
  input: CallInput<Params, Query, Body>,
) => Promise<ReadableStream<Uint8Array>>

/** Same as `createCall`, for responses that are read while they arrive. */
export function createOpenText(
  session: Pick<Session, 'accessToken'>,
  handles?: ConnectionHandles,
  onUnauthorized?: () => void,
): OpenText {
  const send = createSend(session, handles, onUnauthorized)
  return (endpoint, input) => send(endpoint, input, openText)
}

function createSend(
  session: Pick<Session, 'accessToken'>,
  handles?: ConnectionHandles,
  onUnauthorized?: () => void,
) {
  return async <Answer>(
    { method, path, access }: Pick<Operation, 'method' | 'path' | 'access'>,
    { params, query, body, signal, headers }: LooseInput,
    sendRequest: (request: HttpRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    const send = async (more: Record<string, string>) =>
      sendRequest({
        method,
        url: fillPath(path, params) + queryString(query),
        body,
        signal,
        accessToken: access === 'public' ? undefined : await session.accessToken(),
        headers: { ...headers, ...more },
      })
    return withConnectionHandle({ path, params, handles }, send).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 401) onUnauthorized?.()
      throw error
    })
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
