import { useEffect, useRef, type RefObject } from 'react'

/** Focuses the field when its form appears: for forms that are the reason somebody came. */
export function useInitialFocus<Field extends HTMLElement>(): RefObject<Field | null> {
  const field = useRef<Field>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
