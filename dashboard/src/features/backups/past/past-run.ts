import { useRef, useState } from 'react'
import { usePastRunner, type PastAnswer } from '../../../data/resources/services/meta/looks.ts'
import { randomId } from '../../../lib/random-id.ts'

/** The last run of a text in the moment. */
export type PastRun =
  | { readonly state: 'idle' }
  | { readonly state: 'running' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'done'; readonly answer: PastAnswer }

const ROW_LIMIT = 1000
const TIMEOUT_MS = 60_000

/** Runs one text at a time. A newer run ends the one before. */
export function usePastRun(ref: string) {
  const runner = usePastRunner(ref)
  const [run, setRun] = useState<PastRun>({ state: 'idle' })
  const running = useRef<string>(null)
  const cancel = async () => {
    const id = running.current
    if (id !== null) await runner.cancel(id).catch(() => undefined)
  }
  const start = async (sql: string) => {
    void cancel()
    const id = randomId()
    running.current = id
    setRun({ state: 'running' })
    const show = (ended: PastRun) => {
      if (running.current !== id) return
      running.current = null
      setRun(ended)
    }
    try {
      const body = { run_id: id, sql, row_limit: ROW_LIMIT, timeout_ms: TIMEOUT_MS }
      show({ state: 'done', answer: await runner.run(body) })
    } catch (error) {
      show({ state: 'failed', error })
    }
  }
  return { run, start, cancel }
}
