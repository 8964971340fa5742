import { useRef, type PointerEvent } from 'react'
import { sizeAt, type BlockSize } from './blocks.ts'

type ResizeHandleProps = {
  size: BlockSize
  /** The columns of the grid. */
  columns: number
  /** Called with the size below the pointer. */
  onMove: (size: BlockSize) => void
  /** Called when the pointer is released; without a size if it never moved. */
  onEnd: (size: BlockSize | undefined) => void
}

/** The corner that the pointer drags. The keys and the menu of the block resize it too. */
export function ResizeHandle({ size, columns, onMove, onEnd }: ResizeHandleProps) {
  const last = useRef<BlockSize>(undefined)
  const begun = useRef<{ left: number; top: number; columnWidth: number }>(undefined)
  const start = (event: PointerEvent<HTMLElement>) => {
    const block = event.currentTarget.parentElement
    const grid = block?.parentElement
    if (event.button !== 0 || !block || !grid) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const { left, top } = block.getBoundingClientRect()
    begun.current = { left, top, columnWidth: grid.getBoundingClientRect().width / columns }
    last.current = undefined
  }
  const move = (event: PointerEvent) => {
    if (!begun.current) return
    const { left, top, columnWidth } = begun.current
    const next = sizeAt({ x: event.clientX - left, y: event.clientY - top }, columnWidth)
    if (next.width === size.width && next.height === size.height) return
    last.current = next
    onMove(next)
  }
  const end = () => {
    if (!begun.current) return
    begun.current = undefined
    onEnd(last.current)
  }
  return (
    <span
      aria-hidden
      data-slot="resize-handle"
      title="Drag to resize"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className="absolute right-0 bottom-0 hidden size-4 cursor-nwse-resize touch-none rounded-br-md border-r-2 border-b-2 border-transparent group-focus-within:border-line-strong group-hover:border-line-strong @2xl/report:block"
    />
  )
}
