import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { readSetting, writeSetting } from '../../lib/storage.ts'

type SplitProps = {
  /** Under this name the place of the line is remembered in this browser. */
  name: string
  /** What the line divides, for those who cannot see it. */
  label: string
  top: ReactNode
  bottom: ReactNode
}

const LEAST = 15
const MOST = 85
const STEP = 5

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= LEAST && value <= MOST

/** Two panes above each other with a line between them that moves by pointer and by arrow keys. */
export function Split({ name, label, top, bottom }: SplitProps) {
  const key = `stoa.split.${name}`
  const frame = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => readSetting(key, 50, isShare))
  const move = (next: number) => setShare(Math.round(Math.max(LEAST, Math.min(MOST, next))))
  const handlePointer = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = frame.current?.getBoundingClientRect()
    if (box !== undefined) move(((event.clientY - box.top) / box.height) * 100)
  }
  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowUp: share - STEP, ArrowDown: share + STEP, Home: LEAST, End: MOST }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    const kept = Math.max(LEAST, Math.min(MOST, next))
    move(kept)
    writeSetting(key, kept)
  }
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0" style={{ flex: `${share} 1 0` }}>
        {top}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an hr cannot hold what is grabbed
        role="separator"
        aria-orientation="horizontal"
        aria-label={label}
        aria-valuenow={share}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that moves is a control
        tabIndex={0}
        onKeyDown={handleKey}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handlePointer}
        onPointerUp={() => writeSetting(key, share)}
        className="group relative z-10 h-px shrink-0 cursor-row-resize touch-none bg-line outline-none"
      >
        <div className="absolute inset-x-0 -top-1 h-2.25 transition-colors group-hover:bg-accent/30 group-focus-visible:bg-focus group-active:bg-accent/50" />
      </div>
      <div className="flex min-h-0 flex-col" style={{ flex: `${100 - share} 1 0` }}>
        {bottom}
      </div>
    </div>
  )
}
