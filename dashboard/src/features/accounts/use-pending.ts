import { useState } from 'react'

/** Runs a form's action, one run at a time, and keeps the error text of a failed run. */
export function usePending(describe: (error: unknown) => string) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async (work: () => Promise<void>) => {
    if (isPending) return
    setIsPending(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(describe(error))
    } finally {
      setIsPending(false)
    }
  }
  return { run, isPending, failure }
}
