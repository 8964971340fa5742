import { createAsker, type Asker, type LoadOptions } from './load.ts'

const TICK_MS = 2

/**
 * Measures response times in milliseconds at a fixed request rate, which doesn't depend on earlier
 * responses. If all connections are busy, a request waits, and the wait counts.
 */
export async function measureLatencies(
  options: LoadOptions & { readonly rate: number },
): Promise<readonly number[]> {
  const { connections, rate, seconds } = options
  const free = await Promise.all(Array.from({ length: connections }, () => createAsker(options)))
  const askers = [...free]
  const waiting: number[] = []
  const latencies: number[] = []
  const started = performance.now()
  let sent = 0
  let failure: unknown

  async function serve(asker: Asker, first: number): Promise<void> {
    for (let due: number | undefined = first; due !== undefined; due = waiting.shift()) {
      await asker.ask()
      latencies.push(performance.now() - due)
    }
    free.push(asker)
  }

  for (let now = started; now < started + seconds * 1000; now = performance.now()) {
    const due = Math.floor(((now - started) / 1000) * rate)
    for (; sent < due; sent += 1) {
      const asker = free.pop()
      if (asker) serve(asker, now).catch((error: unknown) => (failure ??= error))
      else waiting.push(now)
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  while (free.length < connections && failure === undefined)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  for (const asker of askers) asker.close()
  if (failure !== undefined) throw failure
  return latencies
}
