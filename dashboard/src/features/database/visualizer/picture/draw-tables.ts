import { titleOf, type DiagramModel, type Positions } from '../diagram-model.ts'

export type View = { readonly x: number; readonly y: number; readonly zoom: number }
export type Size = { readonly width: number; readonly height: number }

type Drawing = {
  readonly model: DiagramModel
  readonly places: Positions
  readonly selected: string | undefined
  readonly view: View
  readonly size: Size
}

const SMALLEST_TEXT_PX = 11
const NARROWEST_TEXT_PX = 36

/** Draws all tables as boxes and their relations as lines, in the colors of the theme. */
export function drawTables(canvas: HTMLCanvasElement, drawing: Drawing, withNames: boolean): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { model, places, selected, view, size } = drawing
  prepare(canvas, context, size)
  const style = getComputedStyle(canvas)
  const color = (role: string) => style.getPropertyValue(`--${role}`)
  const at = (id: string) => {
    const place = places.get(id)
    return place && { x: place.x * view.zoom + view.x, y: place.y * view.zoom + view.y }
  }
  const byId = new Map(model.nodes.map((node) => [node.id, node]))
  for (const isMarked of [false, true]) {
    context.strokeStyle = color(isMarked ? 'accent' : 'line-strong')
    context.beginPath()
    for (const { source, target } of model.edges) {
      if ((source === selected || target === selected) !== isMarked) continue
      const [from, to] = [at(source), at(target)]
      const [one, other] = [byId.get(source), byId.get(target)]
      if (!from || !to || !one || !other) continue
      context.moveTo(from.x + (one.width * view.zoom) / 2, from.y + (one.height * view.zoom) / 2)
      context.lineTo(to.x + (other.width * view.zoom) / 2, to.y + (other.height * view.zoom) / 2)
    }
    context.stroke()
  }
  context.font = `500 ${SMALLEST_TEXT_PX}px ${style.getPropertyValue('font-family')}`
  context.textBaseline = 'middle'
  for (const node of model.nodes) {
    const place = at(node.id)
    const [width, height] = [node.width * view.zoom, node.height * view.zoom]
    if (!place || !isInside(place, { width, height }, size)) continue
    context.fillStyle = color('surface-raised')
    context.strokeStyle = color(node.id === selected ? 'accent' : 'line-strong')
    context.fillRect(place.x, place.y, width, height)
    context.strokeRect(
      place.x + 0.5,
      place.y + 0.5,
      Math.max(0, width - 1),
      Math.max(0, height - 1),
    )
    if (!withNames || width < NARROWEST_TEXT_PX || height < SMALLEST_TEXT_PX) continue
    context.fillStyle = color(node.table ? 'text' : 'text-muted')
    context.fillText(
      cutTo(context, titleOf(node), width - 8),
      place.x + 4,
      place.y + Math.min(height / 2, 14),
    )
  }
}

/** Sharp on screens with several dots per pixel. */
function prepare(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, size: Size): void {
  const ratio = devicePixelRatio
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  context.lineWidth = 1
}

const isInside = (place: { x: number; y: number }, box: Size, size: Size): boolean =>
  place.x + box.width > 0 &&
  place.y + box.height > 0 &&
  place.x < size.width &&
  place.y < size.height

function cutTo(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let length = text.length - 1
  while (length > 0 && context.measureText(`${text.slice(0, length)}…`).width > width) length -= 1
  return length === 0 ? '' : `${text.slice(0, length)}…`
}
