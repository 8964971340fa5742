type PlacedBox = { readonly id: string; readonly x: number; readonly y: number }

/** Nodes that keep their places relative to each other. */
export type Box = {
  readonly width: number
  readonly height: number
  readonly places: readonly PlacedBox[]
}

type PackOptions = { readonly width: number; readonly gap: number }

/** Puts boxes next to each other in rows of a width. A row is as high as its highest box. */
export function packed(boxes: readonly Box[], { width, gap }: PackOptions): PlacedBox[] {
  // Boxes of like heights share a row, so that little room is lost.
  const ordered = boxes.toSorted(
    (one, other) => other.places.length - one.places.length || other.height - one.height,
  )
  const places: PlacedBox[] = []
  let left = 0
  let top = 0
  let bottom = 0
  for (const box of ordered) {
    if (left > 0 && left + box.width > width) {
      left = 0
      top = bottom + gap
    }
    for (const { id, x, y } of box.places)
      places.push({ id, x: Math.round(left + x), y: Math.round(top + y) })
    left += box.width + gap
    bottom = Math.max(bottom, top + box.height)
  }
  return places
}
