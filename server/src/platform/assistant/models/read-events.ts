import type { Readable } from 'node:stream'
import { providerFailed, providerSilent } from '../errors.ts'

/** An event is a few words, or the arguments of one tool. */
const MAX_EVENT_LENGTH = 2_000_000

type ReadOptions = { readonly host: string; readonly silenceMs: number }

/**
 * Reads the data of server-sent events as JSON. Rejects with `assistant_provider_silent` if nothing
 * arrives for some time, and with `assistant_provider_failed` for anything that is not an event.
 */
export async function* readEvents(
  body: Readable,
  { host, silenceMs }: ReadOptions,
): AsyncGenerator {
  let isSilent = false
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isSilent = true
      body.destroy()
    }, silenceMs)
  }
  const decoder = new TextDecoder()
  let rest = ''
  wait()
  try {
    for await (const chunk of body) {
      wait()
      rest += decoder.decode(chunk as Buffer, { stream: true })
      if (rest.length > MAX_EVENT_LENGTH) throw providerFailed(host, 'sent too much at once')
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) yield* dataOf(line, host)
    }
    yield* dataOf(rest, host)
  } catch (error) {
    if (isSilent) throw providerSilent(host)
    throw error
  } finally {
    clearTimeout(timer)
    body.destroy()
  }
  if (isSilent) throw providerSilent(host)
}

/** Lines with other fields, such as `event`, repeat what the data says. */
function* dataOf(line: string, host: string): Generator {
  if (!line.startsWith('data:')) return
  const text = line.slice('data:'.length).trim()
  if (text === '' || text === '[DONE]') return
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw providerFailed(host, 'sent an event that is not JSON', error)
  }
  yield data
}
