import { isUtf8 } from 'node:buffer'
import http, { type IncomingMessage } from 'node:http'
import {
  MAX_TESTED_BYTES,
  TEST_TIMEOUT_MS,
  type FunctionTest,
  type FunctionTestResult,
} from '@stoa/contract/services/functions/members'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { workerError } from '../runtime/errors.ts'
import { requireToken } from './access.ts'
import { errorBody, errorHeaders } from './errors.ts'
import { endToEnd, loggedHeaders } from './headers.ts'
import { board, noteInvocation, type InvokeDeps } from './invoke.ts'
import { findTarget, targetUrl } from './target.ts'

const TIMEOUT = 'test_timeout'
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/**
 * Calls a function for a member with the rights that the test names. What its clients would get in
 * place of the function's response, such as a refused token, is a result too.
 */
export async function callForTest(
  deps: InvokeDeps,
  project: Project,
  called: { readonly slug: string; readonly test: FunctionTest },
): Promise<FunctionTestResult> {
  const began = performance.now()
  try {
    return await call(deps, project, { ...called, began })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === TIMEOUT) throw error
    return {
      status: error.status,
      headers: [['content-type', 'application/json'], ...Object.entries(errorHeaders(error))],
      body: JSON.stringify(errorBody(error)),
      encoding: 'utf8',
      is_cut: false,
      duration_ms: performance.now() - began,
    }
  }
}

type TestCall = { readonly slug: string; readonly test: FunctionTest; readonly began: number }

async function call(deps: InvokeDeps, project: Project, { slug, test, began }: TestCall) {
  const path = `/${slug}${test.path}`
  const version = await findTarget(deps.source, project, path)
  const headers = headersOf(project, test)
  if (version.verifyJwt && test.method !== 'OPTIONS') requireToken(project, headers, deps.clock)
  const { worker, flight, failed } = await board(deps.runtime, project, version)
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), TEST_TIMEOUT_MS)
  let status = 500
  let answered: http.IncomingHttpHeaders = {}
  try {
    const answer = new Promise<FunctionTestResult>((resolve, reject) => {
      const outgoing = http.request({
        socketPath: worker.socketPath,
        agent: worker.agent,
        method: test.method,
        path: targetUrl(project, path),
        headers: { ...headers, 'x-deno-execution-id': worker.executionId },
        signal: ended.signal,
      })
      outgoing.on('error', () => reject(ended.signal.aborted ? timedOut() : workerError()))
      outgoing.on('response', (response) => {
        readBody(response).then(
          (body) =>
            resolve({ ...resultOf(response, body), duration_ms: performance.now() - began }),
          () => reject(ended.signal.aborted ? timedOut() : workerError()),
        )
      })
      outgoing.end(test.body ?? undefined)
    })
    const result = await Promise.race([answer, failed])
    status = result.status
    answered = Object.fromEntries(result.headers)
    return result
  } catch (error) {
    if (error instanceof AppError) ({ status } = error)
    throw error
  } finally {
    clearTimeout(timer)
    flight.done()
    noteInvocation(deps.logs, project, {
      version,
      worker,
      method: test.method,
      path: path.split('?', 1)[0] ?? path,
      status,
      durationMs: Math.round(performance.now() - began),
      requestHeaders: loggedHeaders(headers),
      responseHeaders: loggedHeaders(answered),
    })
  }
}

/** A key of the member's choice, unless the test sets the header itself. */
function headersOf({ keys, apiUrl }: Project, test: FunctionTest): http.IncomingHttpHeaders {
  const given = endToEnd(
    Object.fromEntries(test.headers.map(([name, value]) => [name.toLowerCase(), value])),
  )
  // The body alone decides.
  delete given['content-length']
  const key = test.role === 'service_role' ? keys.secretKey : keys.publishableKey
  const bearer = test.role === 'token' ? (test.token ?? '') : key
  const length = test.body === null ? {} : { 'content-length': `${Buffer.byteLength(test.body)}` }
  return {
    apikey: key,
    authorization: `Bearer ${bearer}`,
    ...given,
    host: new URL(apiUrl).host,
    ...length,
  }
}

type Body = { readonly bytes: Buffer; readonly isCut: boolean }

/** Reads as much as a test keeps, and drops the connection of a longer response. */
async function readBody(response: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_TESTED_BYTES) break
  }
  const bytes = Buffer.concat(chunks)
  return { bytes: bytes.subarray(0, MAX_TESTED_BYTES), isCut: length > MAX_TESTED_BYTES }
}

function resultOf({ statusCode, rawHeaders }: IncomingMessage, { bytes, isCut }: Body) {
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!OF_CONNECTION.has(name)) headers.push([name, rawHeaders[at + 1] ?? ''])
  }
  // A cut can go through a character.
  const whole = isCut && !isUtf8(bytes) ? bytes.subarray(0, lastStart(bytes)) : bytes
  const isText = isUtf8(whole)
  return {
    status: statusCode ?? 502,
    headers,
    body: isText ? whole.toString() : bytes.toString('base64'),
    encoding: isText ? ('utf8' as const) : ('base64' as const),
    is_cut: isCut,
  }
}

/** The beginning of the last character of UTF-8 text. */
function lastStart(bytes: Buffer): number {
  let at = bytes.length - 1
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return Math.max(0, at)
}

const timedOut = () =>
  new AppError(TIMEOUT, 'The function did not respond to the end within a minute.', {
    status: 504,
    hint: 'See its logs, or call a streaming function with a client that reads the stream.',
  })
