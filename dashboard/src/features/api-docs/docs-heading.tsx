import type { ComponentProps } from 'react'
import { useDocs } from './docs-context.ts'

const TAGS = { page: ['h1', 'h2', 'h3'], panel: ['h3', 'h4', 'h5'] } as const

/** A heading whose level depends on the page or panel around it. */
export function DocsHeading({ level, ...props }: ComponentProps<'h1'> & { level: 1 | 2 | 3 }) {
  const Tag = TAGS[useDocs().surface][level - 1] ?? 'h3'
  return <Tag {...props} />
}
