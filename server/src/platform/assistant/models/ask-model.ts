import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { OpenResponse } from '../../../lib/outgoing.ts'
import { providerFailed } from '../errors.ts'
import { anthropic } from './anthropic.ts'
import type { ModelDeps, ModelEvent, ModelRequest, Protocol, Provider } from './model.ts'
import { openai } from './openai.ts'
import { readEvents } from './read-events.ts'
import { refusalOf } from './refusal-of.ts'

/** Large models think for a while before they send anything. */
const SILENCE_MS = 90_000
const ANSWER_TIMEOUT_MS = 600_000
const LIST_TIMEOUT_MS = 10_000
const MAX_LISTED = 500
const MAX_LIST_LENGTH = 5_000_000

const protocolOf = ({ kind }: Pick<Provider, 'kind'>): Protocol =>
  kind === 'anthropic' ? anthropic : openai

export const hostOf = ({ url }: Pick<Provider, 'url'>): string => new URL(url).host

/** The request as the provider receives it, without the headers, which contain the key. */
export const bodyOf = (provider: Provider, request: ModelRequest): string =>
  JSON.stringify(protocolOf(provider).body(provider.model, request))

/**
 * Sends the body to the provider and returns the events of the answer while they arrive. Rejects
 * with the errors of `errors.ts`, also if the answer ends before the model said that it is complete.
 */
export async function* askModel(
  provider: Provider,
  body: string,
  { outgoing, silenceMs = SILENCE_MS, signal }: ModelDeps & { readonly signal: AbortSignal },
): AsyncGenerator<ModelEvent> {
  const host = hostOf(provider)
  const protocol = protocolOf(provider)
  const response = await reach(host, () =>
    outgoing.open({
      url: provider.url + protocol.path,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...protocol.headers(provider),
      },
      body,
      timeoutMs: ANSWER_TIMEOUT_MS,
      signal,
    }),
  )
  // A request that was aborted while it was read has no other end.
  response.body.on('error', () => {})
  if (response.status !== 200) throw await refusalOf(response, { host, model: provider.model })
  const read = protocol.reader()
  let hasEnded = false
  try {
    for await (const data of readEvents(response.body, { host, silenceMs })) {
      const events = read(data)
      hasEnded ||= events.some(({ kind }) => kind === 'end')
      yield* events
    }
  } catch (error) {
    if (error instanceof AppError || signal.aborted) throw error
    throw providerFailed(host, 'sent an answer that cannot be read', error)
  }
  if (!hasEnded) throw providerFailed(host, 'ended the answer before it was complete')
}

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The names of a provider's models; empty if it does not list them. */
export async function listModels(
  provider: Provider,
  { outgoing }: ModelDeps,
): Promise<readonly string[]> {
  try {
    const response = await outgoing.open({
      url: `${provider.url}/models`,
      method: 'GET',
      headers: protocolOf(provider).headers(provider),
      timeoutMs: LIST_TIMEOUT_MS,
    })
    let text = ''
    for await (const chunk of response.body.setEncoding('utf8')) {
      text += String(chunk)
      if (text.length > MAX_LIST_LENGTH) return []
    }
    const { data } = Listed.parse(JSON.parse(text))
    // Google lists its models with the name of their collection.
    return data
      .map(({ id }) => id.replace(/^models\//, ''))
      .slice(0, MAX_LISTED)
      .toSorted()
  } catch {
    return []
  }
}

/** A refusal of a private address says what to do; other failures get a next step. */
async function reach(host: string, open: () => Promise<OpenResponse>): Promise<OpenResponse> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof AppError && error.code === 'outgoing_refused') throw error
    throw providerFailed(host, 'could not be reached', error)
  }
}
