import { useEffect, useRef, type RefObject } from 'react'

/** Focuses the field when its form appears. Use it for forms that are the purpose of their page. */
export function useInitialFocus<Field extends HTMLElement>(): RefObject<Field | null> {
  const field = useRef<Field>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
