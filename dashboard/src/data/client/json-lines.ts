import { ApiError } from './api-error.ts'

/**
 * Reads the lines of a response as JSON: those of each chunk that ends one. Throws `ApiError` with the
 * given message if the connection breaks off.
 */
export async function* jsonLines<Line>(
  content: ReadableStream<Uint8Array>,
  interrupted: string,
): AsyncGenerator<Line[]> {
  const reader = content.getReader()
  const decoder = new TextDecoder()
  let begun: string[] = []
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- Chunks arrive one after the other.
      const { value, done } = await reader.read().catch(() => {
        throw new ApiError(interrupted, { code: 0 })
      })
      if (done) return
      begun.push(decoder.decode(value, { stream: true }))
      if (!begun.at(-1)?.includes('\n')) continue
      const lines = begun.join('').split('\n')
      begun = [lines.pop() ?? '']
      yield lines.map((line): Line => JSON.parse(line))
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
