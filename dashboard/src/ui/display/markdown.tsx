import MarkdownIt, { type Token } from 'markdown-it'
import { Fragment, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { isAllowedAddress } from './allowed-address.ts'

type MarkdownProps = { text: string; className?: string }

/**
 * Renders short Markdown as elements. Raw HTML is skipped, only allowed addresses become links, and
 * external links open in a new tab without referrer and opener. Load it lazily, because it contains
 * the parser.
 */
export function Markdown({ text, className }: MarkdownProps) {
  return (
    <div data-slot="markdown" className={classNames('grid gap-2 break-words', className)}>
      {show(nest(parser.parse(text, {})))}
    </div>
  )
}

const parser = new MarkdownIt('commonmark')
// Addresses are checked below, where the text of a disallowed link is kept.
parser.validateLink = () => true

/** A token with everything up to its closing token. */
type Part = { token: Token; parts: Part[] }

function nest(tokens: readonly Token[]): Part[] {
  const root: Part[] = []
  const open = [root]
  for (const token of withoutHtml(tokens)) {
    if (token.nesting === -1) {
      open.pop()
      continue
    }
    const part = { token, parts: nest(token.children ?? []) }
    open.at(-1)?.push(part)
    if (token.nesting === 1) open.push(part.parts)
  }
  return root
}

const ACTIVE = /^<(\/?)(script|style|iframe|object)\b/i

/** Removes raw HTML, including the text inside scripts and styles. */
function withoutHtml(tokens: readonly Token[]): Token[] {
  let element: string | undefined
  return tokens.filter(({ type, content, nesting }) => {
    if (type === 'html_block') return false
    if (type !== 'html_inline') return element === undefined || nesting !== 0
    const [, slash, name = ''] = ACTIVE.exec(content) ?? []
    if (slash === '') element ??= name.toLowerCase()
    if (slash === '/' && name.toLowerCase() === element) element = undefined
    return false
  })
}

function show(parts: readonly Part[]): ReactNode {
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
    <Fragment key={index}>{showPart(part)}</Fragment>
  ))
}

function showPart({ token, parts }: Part): ReactNode {
  switch (token.type) {
    case 'paragraph_open':
      return token.hidden ? show(parts) : <p>{show(parts)}</p>
    case 'heading_open':
      return (
        <div role="heading" aria-level={Number(token.tag.slice(1)) + 1} className="font-semibold">
          {show(parts)}
        </div>
      )
    case 'bullet_list_open':
      return <ul className="list-disc pl-5">{show(parts)}</ul>
    case 'ordered_list_open':
      return <ol className="list-decimal pl-5">{show(parts)}</ol>
    case 'list_item_open':
      return <li>{show(parts)}</li>
    case 'blockquote_open':
      return <blockquote className="border-l-2 pl-3">{show(parts)}</blockquote>
    case 'fence':
    case 'code_block':
      return (
        <pre className="overflow-x-auto rounded-md border bg-sunken p-2 text-xs">
          <code>{token.content}</code>
        </pre>
      )
    case 'hr':
      return <hr />
    case 'code_inline':
      return <code className="rounded-sm bg-sunken px-1 text-xs">{token.content}</code>
    case 'strong_open':
      return <strong className="font-semibold">{show(parts)}</strong>
    case 'em_open':
      return <em>{show(parts)}</em>
    case 'link_open':
      return showLink(String(token.attrGet('href') ?? ''), show(parts))
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return <br />
    // Images are not loaded. Their alternative text replaces them.
    case 'image':
    case 'text':
      return token.content
    default:
      return show(parts)
  }
}

function showLink(href: string, words: ReactNode): ReactNode {
  if (!isAllowedAddress(href)) return words
  const isExternal = href.startsWith('http')
  return (
    <a
      href={href}
      {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
      className="text-accent-text underline underline-offset-2 hover:no-underline"
    >
      {words}
    </a>
  )
}
