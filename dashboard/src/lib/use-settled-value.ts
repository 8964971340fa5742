import { useEffect, useEffectEvent, useState } from 'react'

/** A pause in typing after which a request follows, in milliseconds. */
const PAUSE_MS = 200

/**
 * A JSON value as it was before the last pause of its changes, so that typing does not send a request
 * per key. The first value counts at once.
 */
export function useSettledValue<Value>(value: Value): Value {
  const key = JSON.stringify(value)
  const [settled, setSettled] = useState({ key, value })
  const settle = useEffectEvent((next: string) => setSettled({ key: next, value }))
  const isSettled = settled.key === key
  useEffect(() => {
    if (isSettled) return
    const timer = setTimeout(() => settle(key), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isSettled, key])
  return settled.value
}
