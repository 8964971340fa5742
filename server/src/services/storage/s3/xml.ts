import { XMLParser } from 'fast-xml-parser'
import { s3Error } from './errors.ts'

/** The content of an element: text, child elements by name, or a list of elements of one name. */
export type XmlContent =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlContent[]
  | { readonly [name: string]: XmlContent }

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** A document with one root element. Undefined content is left out. */
export const renderXml = (root: string, content: XmlContent): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${renderContent(content)}</${root}>`

/** The form of errors, which have no namespace. */
export const renderErrorXml = (content: XmlContent): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${renderContent(content)}</Error>`

function renderContent(content: XmlContent): string {
  if (content === undefined) return ''
  if (typeof content !== 'object') return escape(String(content))
  return Object.entries(content).map(renderElements).join('')
}

function renderElements([name, content]: readonly [string, XmlContent]): string {
  if (content === undefined) return ''
  const items: readonly XmlContent[] = Array.isArray(content) ? content : [content]
  return items.map((item) => `<${name}>${renderContent(item)}</${name}>`).join('')
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
])

const escape = (text: string) => text.replaceAll(/[&<>"\r]/g, (found) => ESCAPES.get(found) ?? '')

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  // Entities of a document's own could grow without limit.
  processEntities: false,
  isArray: (name) => name === 'Object' || name === 'Part',
})

/** Parses the XML body of a request. Throws `MalformedXML`. */
export function parseXml(text: string): unknown {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw s3Error('MalformedXML')
  try {
    return parser.parse(text, true)
  } catch {
    throw s3Error('MalformedXML')
  }
}

/** The text of an element, which the parser leaves escaped. Throws `MalformedXML`. */
export const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,4}));/gi, (found, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(String(name)) ?? found
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    if (point > 0x10ffff) throw s3Error('MalformedXML')
    return String.fromCodePoint(point)
  })

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
