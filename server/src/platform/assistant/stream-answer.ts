import { Readable } from 'node:stream'
import type { AnswerEvent } from '@stoa/contract/platform/assistant'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { assistantFailed } from './errors.ts'

/**
 * Writes events as lines while they arrive. An error becomes the last line. `stop` is aborted when the
 * client leaves.
 */
export function streamAnswer(
  events: AsyncGenerator<AnswerEvent>,
  { stop, log }: { readonly stop: AbortController; readonly log: Log },
): Readable {
  const content = Readable.from(linesOf(events, { stop, log }))
  content.once('close', () => stop.abort())
  // The client can leave before the response has begun to read it.
  content.on('error', () => {})
  return content
}

async function* linesOf(
  events: AsyncGenerator<AnswerEvent>,
  { stop, log }: { readonly stop: AbortController; readonly log: Log },
): AsyncGenerator<string> {
  try {
    for await (const event of events) yield lineOf(event)
  } catch (error) {
    if (stop.signal.aborted) return
    if (!(error instanceof AppError)) log.error({ err: error }, 'An answer of the assistant failed')
    const { status, code, message, hint } =
      error instanceof AppError ? error : assistantFailed(error)
    yield lineOf({
      kind: 'failed',
      error: { status, code, message, ...(hint !== undefined && { hint }) },
    })
  }
}

const lineOf = (event: AnswerEvent): string => `${JSON.stringify(event)}\n`
