import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'

type DragHandleProps = {
  /** The accessible name, which says what the handle moves. */
  label: string
  /** A horizontal handle moves up and down. */
  orientation: 'horizontal' | 'vertical'
  value: number
  least: number
  most: number
  /** The value that each key sets, by key name. Values outside the limits are clamped. */
  keys: Readonly<Record<string, number>>
  /** The value at a pointer position, or undefined if the position has none. */
  valueAt: (place: { clientX: number; clientY: number }) => number | undefined
  /** Called on every step of a movement. */
  onMove: (value: number) => void
  /** Called at the end of a movement. */
  onKeep: (value: number) => void
  className: string
  children?: ReactNode
}

/** A separator that the pointer and the keyboard can move. */
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
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr cannot have children
      role="separator"
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a movable separator is a control
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
