import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** The value of the last render, for callbacks that must keep their identity. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
