import { MAX_ROW_BYTES } from './limits.ts'
import { FileProblem } from './problem.ts'

export type XmlHandlers = {
  /** `attribute` returns the decoded value of an attribute. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close(name: string): void
  text(text: string): void
}

/**
 * Reads the XML of office documents in pieces. It knows elements, attributes and text; names lose
 * their prefix. Document types are refused, so there are no entities but the built-in ones.
 */
export function createXmlReader(handlers: XmlHandlers) {
  let rest = ''

  function tag(content: string): void {
    if (content.startsWith('?')) return
    if (content.startsWith('!')) throw invalid()
    if (content.startsWith('/')) return handlers.close(localName(content.slice(1)))
    const [name = ''] = /^[^\s/]+/.exec(content) ?? []
    handlers.open(localName(name), (wanted) => attributeOf(content, wanted))
    if (content.endsWith('/')) handlers.close(localName(name))
  }

  /** The position after the next piece of markup or text; -1 if it is not complete. */
  function step(at: number): number {
    if (rest[at] !== '<') {
      const end = rest.indexOf('<', at)
      if (end !== -1) handlers.text(decodeXml(rest.slice(at, end)))
      return end
    }
    for (const [start, stop] of [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
    ] as const) {
      // The piece may end inside the start of the markup.
      if (rest.length - at < start.length && start.startsWith(rest.slice(at))) return -1
      if (!rest.startsWith(start, at)) continue
      const end = rest.indexOf(stop, at + start.length)
      if (end === -1) return -1
      if (stop === ']]>') handlers.text(rest.slice(at + start.length, end))
      return end + stop.length
    }
    const end = rest.indexOf('>', at)
    if (end === -1) return -1
    tag(rest.slice(at + 1, end))
    return end + 1
  }

  return {
    push(text: string): void {
      rest += text
      let position = 0
      for (;;) {
        if (position >= rest.length) break
        const next = step(position)
        if (next === -1) break
        position = next
      }
      rest = rest.slice(position)
      if (rest.length > MAX_ROW_BYTES) throw invalid()
    },
  }
}

const localName = (name: string) => name.trim().replace(/^.*:/, '')

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(String.raw`\s(?:[\w-]+:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(
    tag,
  )
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decodeXml(value)
}

const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

export function decodeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

const invalid = () =>
  new FileProblem('file_invalid', 'The file is not a valid workbook: its XML.', {
    hint: 'Save it again as an Excel workbook (.xlsx), or as CSV.',
  })
