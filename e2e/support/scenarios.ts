import { createHmac } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { askPlatform } from './platform-api.ts'
import { SCENARIO_SETTINGS } from './data-api-server.ts'

export type Headers = Readonly<Record<string, string>>

export type Request = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'
  /** The URL-encoded path after `/rest/v1`. */
  readonly path: string
  readonly headers: Headers
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly as: Caller
}

/** `user` and `other` are two signed-in users. With `claims`, the test signs a custom token. */
export type Caller =
  | 'anon'
  | 'service'
  | 'user'
  | 'other'
  | { readonly claims: Readonly<Record<string, unknown>> }
  | { readonly token: string }

/** The expected response. Only the named headers are checked; null means absent. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** JSON, or `raw` text. */
  readonly body: unknown
}

export type Scenario = Answer & { readonly name: string; readonly request: Request }

/** Declares a test for every scenario. They run in the given order. */
export function scenarios(list: readonly Scenario[]): void {
  const named = list.map((scenario) => [scenario.name, scenario] as const)
  it.each(named)('%s', async (_name, { request, status, headers, body }) => {
    const answer = await ask(request)
    const names = Object.keys(headers)
    const seen = {
      status: answer.status,
      headers: Object.fromEntries(names.map((name) => [name, answer.headers[name] ?? null])),
      body: isRaw(body) ? raw(answer.body) : parsed(answer.body),
    }
    expect(seen).toEqual({ status, headers, body })
  })
}

/** Expects the body to be exactly this text. */
export const raw = (text: unknown) => ({ raw: text })
export const nothing = raw('')
/** Matches an object without the given key. */
export const lacking = (key: string): unknown =>
  expect.not.objectContaining({ [key]: expect.anything() as unknown })
const isRaw = (body: unknown) => typeof body === 'object' && body !== null && 'raw' in body

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return raw(text)
  }
}

/** Changes the project's settings for the scenarios of one file. */
export function underSettings(change: object): void {
  const { url, dataDir, ref } = inject('dataApi')
  const path = `/projects/${ref}/config/data-api`
  beforeAll(() => askPlatform({ url, dataDir }, 'PATCH', path, change))
  afterAll(() => askPlatform({ url, dataDir }, 'PATCH', path, { ...SCENARIO_SETTINGS }))
}

const agent = new http.Agent({ keepAlive: true })

export type Received = {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

/**
 * Sends an HTTP request to the project's own host and adds only the key, the token, and the headers
 * of a body. The host is a header because not every system resolves it.
 */
export function ask({ method, path, headers, body, as }: Request): Promise<Received> {
  const { url, ref, anonKey } = inject('dataApi')
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(`${url}/rest/v1${path}`),
      {
        method,
        agent,
        headers: {
          host: `${ref}.localhost`,
          apikey: anonKey,
          authorization: `Bearer ${tokenOf(as)}`,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': `${Buffer.byteLength(text)}`,
          }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    request.once('error', reject)
    request.end(text)
  })
}

function tokenOf(caller: Caller): string {
  const { anonKey, serviceKey, jwtSecret } = inject('dataApi')
  if (caller === 'anon') return anonKey
  if (caller === 'service') return serviceKey
  if (caller === 'user') return sign({ role: 'authenticated', sub: 'user-1' }, jwtSecret)
  if (caller === 'other') return sign({ role: 'authenticated', sub: 'user-2' }, jwtSecret)
  return 'token' in caller ? caller.token : sign(caller.claims, jwtSecret)
}

function sign(claims: object, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`
}

const withoutBody =
  (method: Request['method']) =>
  (path: string, headers: Headers = {}, as: Caller = 'anon'): Request => ({
    method,
    path,
    headers,
    as,
  })
const withBody =
  (method: Request['method']) =>
  (path: string, body: unknown, headers: Headers = {}, as: Caller = 'anon'): Request => ({
    method,
    path,
    headers,
    body,
    as,
  })

export const get = withoutBody('GET')
export const head = withoutBody('HEAD')
export const remove = withoutBody('DELETE')
export const options = withoutBody('OPTIONS')
export const post = withBody('POST')
export const patch = withBody('PATCH')
export const put = withBody('PUT')

export const prefer = (...preferences: readonly string[]): Headers => ({
  prefer: preferences.join(', '),
})
export const accept = (type: string): Headers => ({ accept: type })
export const sending = (type: string): Headers => ({ 'content-type': type })

export const JSON_TYPE = 'application/json; charset=utf-8'
export const FULL = 'return=representation'

/** Expects rows, or a function's result, and their `Content-Range`. */
export const found = (range: string, body: unknown, more: Partial<Answer> = {}): Answer => ({
  status: more.status ?? 200,
  headers: { 'content-type': JSON_TYPE, 'content-range': range, ...more.headers },
  body,
})

/** Expects the response to a write to have no body. */
export const done = (
  status: number,
  range: string | null,
  headers: Answer['headers'] = {},
): Answer => ({
  status,
  headers: { 'content-type': null, 'content-range': range, 'preference-applied': null, ...headers },
  body: nothing,
})

/** Expects the response to a write to contain the written rows. */
export const returned = (
  status: number,
  body: unknown,
  headers: Answer['headers'] = {},
): Answer => ({
  status,
  headers: {
    'content-type': JSON_TYPE,
    'content-range': '*/*',
    'preference-applied': FULL,
    location: null,
    ...headers,
  },
  body,
})

type Refusal = {
  readonly details?: unknown
  readonly hint?: unknown
  readonly headers?: Answer['headers']
}

/** Expects an error in PostgREST's format, with its code also in `Proxy-Status`. */
export const refused = (
  status: number,
  code: string,
  message: unknown,
  { details = null, hint = null, headers = {} }: Refusal = {},
): Answer => ({
  status,
  headers: {
    'content-type': JSON_TYPE,
    'proxy-status': `PostgREST; error=${code}`,
    ...headers,
  },
  body: { code, message, details, hint },
})

/** Expects the error for a parameter that fails to parse at the given column. */
export const unparsed = (
  what: string,
  text: string,
  column: number,
  details: unknown = expect.any(String),
): Answer =>
  refused(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${column})`, {
    details,
  })
