import { useEffect, useState } from 'react'

/**
 * What `read` last gave, undefined until it answered once; asked again every `interval`
 * milliseconds. For the few readings the sign-in page needs without the query cache. `read` stays
 * the same function and does not throw.
 */
export function usePolled<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  interval: number,
): Value | undefined {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    const controller = new AbortController()
    const look = async () => {
      const next = await read(controller.signal)
      if (!controller.signal.aborted) setValue(next)
    }
    void look()
    const timer = setInterval(() => void look(), interval)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [read, interval])
  return value
}
