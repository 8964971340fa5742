const HIDDEN = new Set(['style', 'script', 'head', 'title'])
const BREAKS = new Set(['br', '/p', '/div', '/h1', '/h2', '/h3', '/h4', '/tr', '/li', '/table'])

/**
 * The words and links of a page, for programs that show no HTML. Reads the page once from start to
 * end, so that no page takes long.
 */
export function htmlToText(html: string): string {
  const lower = html.toLowerCase()
  const out: string[] = []
  let link = ''
  let position = 0
  while (position < html.length) {
    const start = html.indexOf('<', position)
    const end = start === -1 ? -1 : html.indexOf('>', start)
    if (end === -1) {
      out.push(html.slice(position))
      break
    }
    out.push(html.slice(position, start))
    position = end + 1
    const tag = lower.slice(start + 1, end)
    const name = /^\/?[a-z\d]*/.exec(tag)?.[0] ?? ''
    if (HIDDEN.has(name)) {
      const close = lower.indexOf(`</${name}`, position)
      if (close === -1) break
      position = close
    } else if (name === 'a') link = /href="([^"]*)"/i.exec(html.slice(start, end))?.[1] ?? ''
    else if (name === '/a') {
      if (link !== '') out.push(` ${link} `)
      link = ''
    } else if (BREAKS.has(name)) out.push('\n')
  }
  return unescape(out.join(''))
    .split('\n')
    .map((line) =>
      line
        .split(/[ \t\r]+/)
        .join(' ')
        .trim(),
    )
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim()
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#34;': '"',
    '&#39;': "'",
    '&nbsp;': ' ',
  }),
)

const unescape = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#34|#39);/g, (entity) => ENTITIES.get(entity) ?? entity)
