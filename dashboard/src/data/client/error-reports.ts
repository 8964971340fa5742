import { createContext } from 'react'
import { cut } from '../../lib/cut.ts'
import { ApiError } from './api-error.ts'
import { sendJson } from './http.ts'

export type ErrorReporter = {
  /**
   * Reports an error without throwing or waiting. With a tag, any error is reported and its message
   * starts with the tag; without one, only faults of the installation are reported.
   */
  report: (error: unknown, tag?: string) => void
}

/** Provided once by `app`. Without a provider, as in tests, nothing is reported. */
export const ErrorReporterContext = createContext<ErrorReporter>({ report: () => undefined })

type Post = (body: unknown) => Promise<unknown>

const MOST_REPORTS = 20
const LONGEST = { message: 4000, stack: 20_000, page: 2000 }

/**
 * Reports each error to the installation once, and at most twenty while the page is open. It does
 * not use the contract's schemas, because the sign-in page, which does not load them, reports
 * errors too.
 */
export function createErrorReporter(post: Post = postReport): ErrorReporter {
  const seen = new Set<string>()
  return {
    report(error, tag) {
      if ((tag === undefined && !isFault(error)) || seen.size >= MOST_REPORTS) return
      const report = toReport(error, tag)
      const fingerprint = `${report.message}\n${report.stack ?? ''}`
      if (seen.has(fingerprint)) return
      seen.add(fingerprint)
      void sendQuietly(post, report)
    },
  }
}

async function sendQuietly(post: Post, report: unknown) {
  try {
    await post(report)
  } catch {
    // A failure to send a report is ignored.
  }
}

/** Reports uncaught errors until the returned function is called. */
export function watchUncaughtErrors({ report }: ErrorReporter): () => void {
  const onError = (event: ErrorEvent) => report(event.error ?? event.message)
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/**
 * False for errors that are not the installation's fault: no session, rate limit, unreachable
 * server, the user's own SQL.
 */
function isFault(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return false
  if (!(error instanceof ApiError)) return true
  if ([0, 401, 429].includes(error.code)) return false
  return !error.errorCode?.startsWith('query_')
}

function toReport(error: unknown, tag: string | undefined) {
  const isApiError = error instanceof ApiError
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? error.stack : undefined
  const prefix = tag === undefined ? '' : `[${tag}] `
  const code = isApiError ? ` (${error.errorCode ?? error.code})` : ''
  return {
    message: cut(`${prefix}${message || 'Unknown error'}${code}`, LONGEST.message),
    // The stack of an `ApiError` only shows this client, so it is omitted.
    stack: isApiError || stack === undefined ? null : cut(stack, LONGEST.stack),
    page: window.location.pathname.slice(0, LONGEST.page),
    request_id: (isApiError && error.requestId) || null,
  }
}

const postReport: Post = (body) =>
  sendJson({ method: 'POST', url: '/platform/telemetry/errors', body })
