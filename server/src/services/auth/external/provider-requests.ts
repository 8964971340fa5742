import { z } from 'zod'
import type { Outgoing } from '../../../lib/outgoing.ts'
import { AppError } from '../../../lib/errors.ts'

export type Json = Readonly<Record<string, unknown>>

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000

const failed = (url: string, why: string) =>
  new AppError('provider_failed', `The server ${new URL(url).host} ${why}.`, { status: 502 })

/** Fetches a JSON object; 502 for any other response. */
export async function getJson(
  outgoing: Outgoing,
  { url, headers = {} }: { url: string; headers?: Readonly<Record<string, string>> },
): Promise<Json> {
  return parseObject(url, await send(outgoing, { url, method: 'GET', headers }))
}

/** Fetches a JSON array of objects; 502 for any other response. */
export async function getJsonList(
  outgoing: Outgoing,
  { url, headers = {} }: { url: string; headers?: Readonly<Record<string, string>> },
): Promise<readonly Json[]> {
  const body = parse(url, await send(outgoing, { url, method: 'GET', headers }))
  const list = z.array(z.record(z.string(), z.unknown())).safeParse(body)
  if (!list.success) throw failed(url, 'did not send a list')
  return list.data
}

/** Sends a form and returns the response's JSON object or form; 502 for any other response. */
export async function postForm(
  outgoing: Outgoing,
  {
    url,
    form,
    headers = {},
  }: {
    url: string
    form: Readonly<Record<string, string>>
    headers?: Readonly<Record<string, string>>
  },
): Promise<Json> {
  const body = await send(outgoing, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })
  return body.trimStart().startsWith('{')
    ? parseObject(url, body)
    : Object.fromEntries(new URLSearchParams(body))
}

async function send(
  outgoing: Outgoing,
  request: {
    url: string
    method: 'GET' | 'POST'
    headers: Readonly<Record<string, string>>
    body?: string
  },
): Promise<string> {
  const { status, body } = await outgoing.request({
    ...request,
    headers: { accept: 'application/json', 'user-agent': 'stoa', ...request.headers },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  if (status < 200 || status > 299) throw failed(request.url, `responded with status ${status}`)
  return body
}

function parse(url: string, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw failed(url, 'did not send JSON')
  }
}

function parseObject(url: string, body: string): Json {
  const value = z.record(z.string(), z.unknown()).safeParse(parse(url, body))
  if (!value.success) throw failed(url, 'did not send an object')
  return value.data
}
