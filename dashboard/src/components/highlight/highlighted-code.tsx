import { Fragment, useMemo } from 'react'
import type { CodeLanguage, Highlight } from './highlighter.ts'

/** Uses the same color roles as the SQL editor. */
const COLOURS: Readonly<Record<string, string>> = {
  comment: 'text-muted',
  keyword: 'text-accent-text',
  string: 'text-success-text',
  number: 'text-warning-text',
}

type HighlightedCodeProps = {
  code: string
  language: CodeLanguage
  /** Undefined until the highlighter has loaded. */
  highlight: Highlight | undefined
}

/** Longer code has too many parts to render quickly, and is shown without colors. */
const LONGEST = 200_000

/** Code with keywords, strings and numbers in different colors. */
export function HighlightedCode({ code, language, highlight }: HighlightedCodeProps) {
  const parts = useMemo(
    () => (code.length > LONGEST ? undefined : highlight?.(code, language)),
    [highlight, code, language],
  )
  if (!parts) return code
  return parts.map(({ kind, text }, place) => {
    const className = COLOURS[kind]
    // Parts have no other identity than their position, and are always replaced together.
    // oxlint-disable-next-line react/no-array-index-key
    if (className === undefined) return <Fragment key={place}>{text}</Fragment>
    return (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={place} className={className}>
        {text}
      </span>
    )
  })
}
