export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'paragraph' | 'quote'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }

const ALLOWED = /^(https?:|mailto:|tel:|#|\/(?!\/)|\.{1,2}\/)/i
const HAS_SCHEME = /^([a-z][a-z0-9+.-]*:|\/\/|\\)/i

/** Only http, https, mailto, tel, relative and anchor addresses may be followed. */
export function isAllowedAddress(href: string): boolean {
  // Browsers drop such characters, so `java\tscript:` would come back to life.
  if (/[\s\p{Cc}]/u.test(href)) return false
  return ALLOWED.test(href) || (href !== '' && !HAS_SCHEME.test(href))
}

/** The part of Markdown that short texts use: paragraphs, headings, lists, quotes, code, links. */
export function parseMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  let at = 0
  const take = (matches: (line: string) => boolean) => {
    const taken: string[] = []
    while (at < lines.length && matches(lines[at] ?? '')) taken.push(lines[at++] ?? '')
    return taken
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    if (line.trim() === '') {
      at += 1
    } else if (line.startsWith('```')) {
      at += 1
      blocks.push({ kind: 'code', text: take((next) => !/^```\s*$/.test(next)).join('\n') })
      at += 1
    } else if (heading) {
      at += 1
      const level = heading[1]?.length ?? 1
      blocks.push({ kind: 'heading', level, children: parseInline(heading[2] ?? '') })
    } else if (UNORDERED.test(line) || ORDERED.test(line)) {
      blocks.push(list(take, UNORDERED.test(line) ? UNORDERED : ORDERED))
    } else if (line.startsWith('>')) {
      const quoted = take((next) => next.startsWith('>')).map((next) => next.replace(/^>\s?/, ''))
      blocks.push({ kind: 'quote', children: parseInline(withoutHtml(quoted.join('\n'))) })
    } else {
      const text = withoutHtml(take((next) => !startsBlock(next)).join('\n'))
      if (text.trim() !== '') blocks.push({ kind: 'paragraph', children: parseInline(text) })
    }
  }
  return blocks
}

const UNORDERED = /^\s*[-*+]\s+/
const ORDERED = /^\s*\d{1,9}[.)]\s+/

const startsBlock = (line: string) =>
  line.trim() === '' || /^(```|>|#{1,6}\s)/.test(line) || UNORDERED.test(line) || ORDERED.test(line)

function list(take: (matches: (line: string) => boolean) => string[], mark: RegExp): Block {
  const items = take((line) => mark.test(line)).map((line) =>
    parseInline(withoutHtml(line.replace(mark, ''))),
  )
  return { kind: 'list', isOrdered: mark === ORDERED, items }
}

/** Takes raw HTML out, with what scripts and styles hold; code keeps its angle brackets. */
function withoutHtml(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(HTML, '')))
    .join('')
}

const HTML = /<!--[\s\S]*?-->|<(script|style|iframe|object)\b[\s\S]*?<\/\1\s*>|<\/?[a-z][^>]*>/gi

const INLINE =
  /`([^`]+)`|\*\*(.+?)\*\*|__(.+?)__|(?<![\w*])\*(?!\s)([^*]+?)\*(?![\w*])|(?<!\w)_(?!\s)([^_]+?)_(?!\w)|\[([^\]]*)\]\(([^)\s]*)\)/s

function parseInline(text: string): Inline[] {
  const found = INLINE.exec(text)
  if (!found) return text === '' ? [] : [{ kind: 'text', text }]
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  return [
    ...(before ? [{ kind: 'text' as const, text: before }] : []),
    ...piece(found),
    ...parseInline(after),
  ]
}

function piece([, code, strong, strongToo, emphasis, emphasisToo, label, href]: RegExpExecArray) {
  const bold = strong ?? strongToo
  const slanted = emphasis ?? emphasisToo
  if (code !== undefined) return [{ kind: 'code' as const, text: code }]
  if (bold !== undefined) return [{ kind: 'strong' as const, children: parseInline(bold) }]
  if (slanted !== undefined) return [{ kind: 'emphasis' as const, children: parseInline(slanted) }]
  const children = parseInline(label ?? '')
  // An address that may not be followed leaves its words.
  if (href === undefined || !isAllowedAddress(href)) return children
  return [{ kind: 'link' as const, href, children }]
}
