import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import {
  MAX_TESTED_BYTES,
  TEST_TIMEOUT_MS,
  type FunctionTest,
  type FunctionTestResult,
} from '@stoa/contract/services/functions/members'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import type { ClientResponse } from '../runtime/client/connection.ts'
import { endToEnd } from '../runtime/client/end-to-end.ts'
import { callWorker } from './call-worker.ts'
import { errorBody, errorHeaders } from './render-error.ts'
import { noteInvocation, type InvokeDeps } from './invoke.ts'
import { findTarget, notFound } from './target.ts'

const TIMEOUT = 'test_timeout'

/**
 * Calls a function for a member with the rights that the test names. A response that its clients
 * would get in place of the function's, such as a refused token, is a result too.
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
  if (!version) throw notFound()
  const headers = headersOf(project, test)
  if (version.verifyJwt && test.method !== 'OPTIONS') deps.requireToken(project, headers)
  const worker = await deps.runtime.workerOf(project, version)
  let status = 500
  let answered: IncomingHttpHeaders = {}
  const called = callWorker(worker, {
    method: test.method,
    target: worker.origin + path,
    headers: { ...headers, 'x-deno-execution-id': worker.executionId },
    body: test.body === null ? undefined : Buffer.from(test.body),
  })
  let isLate = false
  let broken: unknown
  const timer = setTimeout(() => {
    isLate = true
    called.end()
  }, TEST_TIMEOUT_MS)
  const answer = async (): Promise<FunctionTestResult> => {
    try {
      const response = await called.response
      const body = await readBody(response)
      return { ...resultOf(response, body), duration_ms: performance.now() - began }
    } catch (error) {
      broken = error
      throw isLate ? timedOut() : await called.reason(error)
    }
  }
  try {
    const result = await answer()
    status = result.status
    answered = Object.fromEntries(result.headers)
    return result
  } catch (error) {
    if (error instanceof AppError) ({ status } = error)
    throw error
  } finally {
    clearTimeout(timer)
    called.end()
    noteInvocation(deps.logs, project, {
      version,
      worker,
      method: test.method,
      path,
      requestHeaders: headers,
      began,
      status,
      headers: answered,
      broken,
    })
  }
}

/** A key of the member's choice, unless the test sets the header itself. */
function headersOf({ keys, apiUrl }: Project, test: FunctionTest): IncomingHttpHeaders {
  const given = endToEnd(
    Object.fromEntries(test.headers.map(([name, value]) => [name.toLowerCase(), value])),
  )
  // Only the body decides.
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
async function readBody({ body }: ClientResponse): Promise<Body> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of Buffer.isBuffer(body) ? [body] : (body as AsyncIterable<Buffer>)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_TESTED_BYTES) break
  }
  const bytes = Buffer.concat(chunks)
  return { bytes: bytes.subarray(0, MAX_TESTED_BYTES), isCut: length > MAX_TESTED_BYTES }
}

function resultOf({ status, headers: received }: ClientResponse, { bytes, isCut }: Body) {
  const headers = Object.entries(received).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  // The body can be cut in the middle of a character.
  const whole = isCut && !isUtf8(bytes) ? bytes.subarray(0, lastStart(bytes)) : bytes
  const isText = isUtf8(whole)
  return {
    status,
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
  new AppError(TIMEOUT, 'The function did not finish its response within a minute.', {
    status: 504,
    hint: 'See its logs, or call a streaming function with a client that reads the stream.',
  })
