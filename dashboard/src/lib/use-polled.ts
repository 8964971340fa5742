import { useEffect, useState } from 'react'

/**
 * Returns the latest result of `read`, or undefined before the first one, and calls `read` again
 * every `interval` milliseconds. It is for the few requests that the sign-in page makes without the
 * query cache. `read` must be a stable function that does not throw.
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
