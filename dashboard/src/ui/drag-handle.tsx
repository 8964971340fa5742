import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'

type DragHandleProps = {
  /** What it moves, for those who cannot see it. */
  label: string
  /** How it lies: a horizontal line moves up and down. */
  orientation: 'horizontal' | 'vertical'
  value: number
  least: number
  most: number
  /** Values that keys lead to, by the key's name; beyond the limits the limit counts. */
  keys: Readonly<Record<string, number>>
  /** The value that a place of the pointer stands for; undefined where it stands for none. */
  valueAt: (place: { clientX: number; clientY: number }) => number | undefined
  /** On every step of a movement. */
  onMove: (value: number) => void
  /** At its end. */
  onKeep: (value: number) => void
  className: string
  children?: ReactNode
}

/** A line that moves by pointer and by keys. */
export function DragHandle({
  label,
  orientation,
  value,
  least,
  most,
  keys,
  valueAt,
  onMove,
  onKeep,
  className,
  children,
}: DragHandleProps) {
  const limited = (wanted: number) => Math.round(Math.max(least, Math.min(most, wanted)))
  const handlePointer = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const wanted = valueAt(event)
    if (wanted !== undefined) onMove(limited(wanted))
  }
  const handleKey = (event: KeyboardEvent) => {
    const wanted = keys[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    onMove(limited(wanted))
    onKeep(limited(wanted))
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr cannot hold what is grabbed
      role="separator"
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that moves is a control
      tabIndex={0}
      onKeyDown={handleKey}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handlePointer}
      onPointerUp={() => onKeep(value)}
      className={className}
    >
      {children}
    </div>
  )
}
