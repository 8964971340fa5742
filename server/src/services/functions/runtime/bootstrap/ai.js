// `Supabase.ai` of functions: language models at the server that the secret AI_INFERENCE_API_HOST
// names, which speaks the protocol of Ollama or that of OpenAI.

const DEFAULT_TIMEOUT_SECONDS = 60
const MAX_TIMEOUT_SECONDS = 2_000_000
const LONGEST_REASON = 500

/** The code is part of the name, because the log shows only the stack. */
class AiError extends Error {
  constructor(code, message, options) {
    super(message, options)
    this.code = code
    this.name = `AiError [${code}]`
    // oxlint-disable-next-line unicorn/no-useless-error-capture-stack-trace -- A stack begins with the name.
    Error.captureStackTrace(this, AiError)
  }
}

/** @param request the `fetch` of functions, so that their limits apply */
export function createAi(request) {
  return {
    Session: class Session {
      #model

      constructor(model) {
        if (typeof model !== 'string' || model === '')
          throw new TypeError('A session needs the name of a model')
        if (model === 'gte-small') throw modelUnavailable(model)
        this.#model = model
      }

      async run(input, { mode = 'ollama', stream = false, timeout, signal } = {}) {
        const protocol = Object.hasOwn(PROTOCOLS, mode) ? PROTOCOLS[mode] : undefined
        if (!protocol)
          throw new TypeError(`The mode is not one of ${Object.keys(PROTOCOLS).join(', ')}`)
        const deadline = AbortSignal.timeout(millisecondsOf(timeout))
        const fail = (error) => {
          throw deadline.aborted && !signal?.aborted ? timedOut(deadline.reason) : error
        }
        const response = await send(request, {
          url: urlOf(protocol.path),
          body: { ...protocol.bodyOf(input), model: this.#model, stream },
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        }).catch(fail)
        if (stream) return streamed(response, { protocol, fail })
        return whole(response, protocol).catch(fail)
      }
    },
  }
}

/** The request format of each kind of server, and how to find the last message of a response. */
const PROTOCOLS = {
  ollama: {
    path: '/api/generate',
    bodyOf: (prompt) => ({ prompt }),
    isLast: ({ done }) => done === true,
  },
  openaicompatible: {
    path: '/v1/chat/completions',
    bodyOf: (input) =>
      typeof input === 'string' ? { messages: [{ role: 'user', content: input }] } : input,
    isLast: ({ choices }) => Boolean(choices?.[0]?.finish_reason),
  },
}

function millisecondsOf(seconds = DEFAULT_TIMEOUT_SECONDS) {
  if (typeof seconds === 'number' && seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS)
    return Math.ceil(seconds * 1000)
  throw new TypeError('The timeout is a number of seconds above 0')
}

function urlOf(path) {
  const host = Deno.env.get('AI_INFERENCE_API_HOST')
  if (!host) throw hostMissing()
  if (!URL.canParse(host) || !/^https?:$/.test(new URL(host).protocol)) throw hostInvalid()
  return new URL(path, host)
}

async function send(request, { url, body, signal }) {
  const key = Deno.env.get('AI_INFERENCE_API_KEY')
  const response = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    signal,
  }).catch((error) => {
    throw signal.aborted ? error : unreachable(url, error)
  })
  if (response.ok) return response
  throw refused(response.status, await response.text())
}

async function whole(response, { isLast }) {
  const message = parse(await response.text())
  if (isLast(message)) return message
  throw incomplete()
}

async function* streamed(response, { protocol, fail }) {
  let isComplete = false
  try {
    for await (const line of linesOf(response)) {
      const message = messageOf(line)
      if (message === undefined) continue
      isComplete ||= protocol.isLast(message)
      yield message
    }
  } catch (error) {
    fail(error)
  }
  if (!isComplete) throw incomplete()
}

async function* linesOf({ body }) {
  let rest = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    yield* lines
  }
  yield rest
}

/** Ollama writes one value in each line; OpenAI sends events, whose lines begin with a field. */
function messageOf(line) {
  const isEvent = /^(?:data|event|id|retry)?:/.test(line)
  const text = (isEvent && !line.startsWith('data:') ? '' : line.replace(/^data:/, '')).trim()
  return text === '' || text === '[DONE]' ? undefined : parse(text)
}

function parse(text) {
  let message
  try {
    message = JSON.parse(text)
  } catch (cause) {
    throw notUnderstood(cause)
  }
  if (typeof message !== 'object' || message === null) throw notUnderstood()
  if (message.error) throw serverFailed(message.error)
  return message
}

/** The text of a server's error: a text, or an object with a message. */
const reasonOf = (error) =>
  String(error?.message ?? (typeof error === 'object' ? JSON.stringify(error) : error)).slice(
    0,
    LONGEST_REASON,
  )

const modelUnavailable = (model) =>
  new AiError(
    'AI_MODEL_UNAVAILABLE',
    `The model ${model} is not part of this runtime. Call an embedding API with fetch instead.`,
  )

const hostMissing = () =>
  new AiError(
    'AI_HOST_MISSING',
    'No server for language models is set. Set the secret AI_INFERENCE_API_HOST to its URL.',
  )

const hostInvalid = () =>
  new AiError(
    'AI_HOST_INVALID',
    'The secret AI_INFERENCE_API_HOST is not a URL that begins with http:// or https://. Correct it.',
  )

const unreachable = ({ host }, cause) =>
  new AiError(
    'AI_HOST_UNREACHABLE',
    `Could not connect to ${host}. Check the secret AI_INFERENCE_API_HOST; functions can only connect to public addresses, unless the operator of the installation allows private ones. ${reasonOf(cause)}`,
    { cause },
  )

function refused(status, text) {
  let reason = text
  try {
    reason = JSON.parse(text).error ?? text
  } catch {
    // Proxies respond with pages.
  }
  return new AiError(
    'AI_HOST_ERROR',
    `The server for language models responded with the status ${status}: ${reasonOf(reason)}`,
  )
}

const serverFailed = (error) =>
  new AiError('AI_HOST_ERROR', `The server for language models failed: ${reasonOf(error)}`)

const notUnderstood = (cause) =>
  new AiError(
    'AI_RESPONSE_INVALID',
    'The response is not in the expected format. Check the mode: "ollama" or "openaicompatible".',
    { cause },
  )

const incomplete = () =>
  new AiError(
    'AI_RESPONSE_INCOMPLETE',
    'The response ended before it was complete. Run the session again.',
  )

const timedOut = (cause) =>
  new AiError(
    'AI_TIMEOUT',
    'The model took too long. Set a longer timeout in seconds, or a shorter prompt.',
    { cause },
  )
