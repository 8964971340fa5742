import { Fragment, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { parseMarkdown, type Block, type Inline } from './parse-markdown.ts'

type MarkdownProps = { text: string; className?: string }

/**
 * Shows short Markdown as elements. Raw HTML is skipped, links lead only to allowed addresses, and
 * external ones open in a new tab that knows nothing of this one.
 */
export function Markdown({ text, className }: MarkdownProps) {
  return (
    <div data-slot="markdown" className={classNames('grid gap-2 break-words', className)}>
      {parseMarkdown(text).map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
        <Fragment key={index}>{showBlock(block)}</Fragment>
      ))}
    </div>
  )
}

function showBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-md border bg-sunken p-2 text-xs">
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={classNames('pl-5', block.isOrdered ? 'list-decimal' : 'list-disc')}>
          {block.items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <li key={index}>{showInline(item)}</li>
          ))}
        </List>
      )
    }
    case 'heading':
      return (
        <div role="heading" aria-level={block.level + 1} className="font-semibold">
          {showInline(block.children)}
        </div>
      )
    case 'quote':
      return <blockquote className="border-l-2 pl-3">{showInline(block.children)}</blockquote>
    case 'paragraph':
      return <p>{showInline(block.children)}</p>
  }
}

function showInline(parts: readonly Inline[]): ReactNode {
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- as above
    <Fragment key={index}>{showPart(part)}</Fragment>
  ))
}

function showPart(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code className="rounded-sm bg-sunken px-1 text-xs">{part.text}</code>
    case 'strong':
      return <strong className="font-semibold">{showInline(part.children)}</strong>
    case 'emphasis':
      return <em>{showInline(part.children)}</em>
    case 'link': {
      const isExternal = part.href.startsWith('http')
      return (
        <a
          href={part.href}
          {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
          className="text-accent-text underline underline-offset-2 hover:no-underline"
        >
          {showInline(part.children)}
        </a>
      )
    }
  }
}
