import { useEffect, useState } from 'react'
import type { Highlight } from './highlighter.ts'

/** What colours samples, once it is fetched; they are there and whole without it. */
export function useHighlight(): Highlight | undefined {
  const [highlight, setHighlight] = useState<Highlight>()
  useEffect(() => {
    let isGone = false
    const load = async () => {
      const { createHighlighter } = await import('./highlighter.ts')
      if (!isGone) setHighlight(createHighlighter)
    }
    // A chunk that does not arrive costs the colours alone.
    load().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [])
  return highlight
}
