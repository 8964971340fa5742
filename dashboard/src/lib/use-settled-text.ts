import { useEffect, useEffectEvent, useState } from 'react'

/** A pause in typing after which a search follows, in milliseconds. */
const PAUSE_MS = 200

type Typed = {
  readonly text: string
  /** The value that the text replaces. */
  readonly over: string
  /** The value that was passed on, until the owner returns it. */
  readonly sent: string | undefined
}

/**
 * The text of a field whose value is kept elsewhere, such as in the URL. Typing is shown at once and
 * passed on after a pause. If the value changes in any other way, such as with Back, the field shows
 * the new value.
 */
export function useSettledText(value: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState<Typed>()
  if (typed?.sent === value && typed.over !== value) {
    setTyped({ ...typed, over: value, sent: undefined })
  } else if (typed && typed.over !== value) {
    setTyped(undefined)
  }
  const settle = useEffectEvent((text: string) => {
    setTyped((current) => current && { ...current, sent: text })
    onSettled(text)
  })
  const settled = typed?.text.trim()
  const isSettled = settled === undefined || settled === value || settled === typed?.sent
  useEffect(() => {
    if (isSettled) return
    const timer = setTimeout(() => settle(settled), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isSettled, settled])
  return {
    text: typed?.text ?? value,
    setText: (text: string) => setTyped((current) => ({ text, over: value, sent: current?.sent })),
  }
}
