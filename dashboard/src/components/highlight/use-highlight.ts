import { useEffect, useState } from 'react'
import type { Highlight } from './highlighter.ts'

/** The syntax highlighter once it has loaded; until then, samples are shown without colors. */
export function useHighlight(): Highlight | undefined {
  const [highlight, setHighlight] = useState<Highlight>()
  useEffect(() => {
    let isGone = false
    const load = async () => {
      const { createHighlighter } = await import('./highlighter.ts')
      if (!isGone) setHighlight(createHighlighter)
    }
    // If the chunk fails to load, samples merely lack their colors.
    load().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [])
  return highlight
}
