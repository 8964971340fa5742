import {
  HEADER_HEIGHT,
  ROW_HEIGHT,
  linesOf,
  rowCenter,
  sidesOf,
  titleOf,
  type DiagramModel,
  type DiagramNode,
  type Point,
  type Positions,
} from '../diagram-model.ts'
import { boundsOf } from '../places.ts'

/** Colors that every program that reads SVG knows, unlike the variables of the page. */
export type Palette = {
  readonly surface: string
  readonly raised: string
  readonly line: string
  readonly text: string
  readonly muted: string
  readonly warning: string
  readonly success: string
}

const MARGIN = 24
const FONT = "'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace"
const CHARACTER_WIDTH = 7.3
const BEND = 40

export type Svg = { readonly text: string; readonly width: number; readonly height: number }

/** The whole picture as a file. Names are data, so everything in them is escaped. */
export function toSvg(model: DiagramModel, places: Positions, palette: Palette): Svg {
  const { left, top, right, bottom } = boundsOf(model, places)
  const [width, height] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN]
  const nodes = model.nodes.flatMap((node) => {
    const place = places.get(node.id)
    return place ? [{ ...node, x: place.x - left + MARGIN, y: place.y - top + MARGIN }] : []
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const lines = model.edges.flatMap(({ source, target, relation }) => {
    const [from, to] = [byId.get(source), byId.get(target)]
    if (!from || !to) return []
    return linesOf(relation).map((ends) => linePath(from, to, ends))
  })
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="12">
<title>${escaped(`Schema ${model.schema}`)}</title>
<rect width="${width}" height="${height}" fill="${palette.surface}"/>
<g fill="none" stroke="${palette.line}" stroke-width="1.5">
${lines.map((line) => `<path d="${line}"/>`).join('\n')}
</g>
${nodes.map((node) => nodeSvg(node, palette)).join('\n')}
</svg>
`
  return { text, width, height }
}

type Placed = DiagramNode & Point
type Ends = {
  readonly column: string | undefined
  readonly targetColumn: string | undefined
}

function linePath(from: Placed, to: Placed, { column, targetColumn }: Ends): string {
  const sides = sidesOf(from, to)
  const fromX = sides.from === 'left' ? from.x : from.x + from.width
  const toX = sides.to === 'left' ? to.x : to.x + to.width
  const [fromY, toY] = [from.y + rowCenter(from, column), to.y + rowCenter(to, targetColumn)]
  const out = (side: 'left' | 'right') => (side === 'left' ? -BEND : BEND)
  return `M${fromX} ${fromY}C${fromX + out(sides.from)} ${fromY} ${toX + out(sides.to)} ${toY} ${toX} ${toY}`
}

function nodeSvg(node: Placed, palette: Palette): string {
  const { x, y, width, height, rows, table, hiddenCount } = node
  const isOpen = table && table.kind !== 'foreign_table' && !table.rls_enabled
  const closed = table?.rls_enabled ? `RLS ${table.policy_count}` : ''
  const mark = isOpen ? 'RLS off' : closed
  const room = Math.floor((width - 28) / CHARACTER_WIDTH) - mark.length - 1
  const lines = rows.map((row, index) => {
    const middle = HEADER_HEIGHT + (index + 0.5) * ROW_HEIGHT
    const type = row.type === '' ? '' : `${row.type}${row.is_nullable ? '?' : ''}`
    const total = Math.floor((width - 40) / CHARACTER_WIDTH)
    const name = cut(row.name, Math.max(8, total - Math.min(type.length, 14)))
    return `${textAt(26, middle, palette.text, name)}${keyMark(row, middle, palette)}<text x="${width - 10}" y="${middle}" dominant-baseline="central" text-anchor="end" fill="${palette.muted}">${escaped(cut(type, Math.max(4, total - name.length)))}</text>`
  })
  const more = HEADER_HEIGHT + (rows.length + 0.5) * ROW_HEIGHT
  return `<g transform="translate(${x} ${y})">
<rect width="${width}" height="${height}" rx="6" fill="${palette.raised}" stroke="${palette.line}"${table ? '' : ' stroke-dasharray="4 3"'}/>
<path d="M0 ${HEADER_HEIGHT}H${width}" stroke="${palette.line}"/>
<text x="10" y="${HEADER_HEIGHT / 2}" dominant-baseline="central" font-weight="600" fill="${palette.text}">${escaped(cut(titleOf(node), room))}</text>
<text x="${width - 10}" y="${HEADER_HEIGHT / 2}" dominant-baseline="central" text-anchor="end" font-size="11" fill="${isOpen ? palette.warning : palette.success}">${mark}</text>
${lines.join('\n')}
${hiddenCount > 0 ? textAt(26, more, palette.muted, `${hiddenCount} more`) : ''}
</g>`
}

function keyMark(row: DiagramNode['rows'][number], y: number, { muted }: Palette): string {
  const mark = markOf(row)
  if (mark === undefined) return ''
  return `<text x="16" y="${y}" dominant-baseline="central" text-anchor="middle" font-size="9" fill="${muted}">${mark}</text>`
}

function markOf(row: DiagramNode['rows'][number]): string | undefined {
  if (row.is_primary_key) return 'PK'
  if (row.isForeignKey) return 'FK'
  return row.is_unique ? 'U' : undefined
}

const textAt = (x: number, y: number, color: string, text: string): string =>
  `<text x="${x}" y="${y}" dominant-baseline="central" fill="${color}">${escaped(text)}</text>`

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(1, length - 1))}…`

/** Control characters are not allowed in XML at all. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the characters to remove
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\u{fffd}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
