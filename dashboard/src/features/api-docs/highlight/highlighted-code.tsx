import { Fragment, useMemo } from 'react'
import { useDocs } from '../docs-context.ts'
import type { SampleLanguage } from '../samples/languages.ts'

/** Uses the same color roles as the SQL editor. */
const COLOURS: Readonly<Record<string, string>> = {
  comment: 'text-muted',
  keyword: 'text-accent-text',
  string: 'text-success-text',
  number: 'text-warning-text',
}

/** Code with keywords, strings and numbers in different colors. */
export function HighlightedCode({ code, language }: { code: string; language: SampleLanguage }) {
  const { highlight } = useDocs()
  const parts = useMemo(() => highlight?.(code, language), [highlight, code, language])
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
