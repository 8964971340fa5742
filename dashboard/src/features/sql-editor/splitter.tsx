import { useRef, useState, type ReactNode } from 'react'
import { readSetting, writeSetting } from '../../lib/storage.ts'
import { DragHandle } from '../../ui/layout/drag-handle.tsx'

type SplitProps = {
  /** The name under which this browser stores the position of the divider. */
  name: string
  /** The accessible name of the divider. */
  label: string
  top: ReactNode
  bottom: ReactNode
}

const LEAST = 15
const MOST = 85
const STEP = 5

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= LEAST && value <= MOST

/** Two panes, one above the other, with a divider that moves by pointer and by arrow keys. */
export function Split({ name, label, top, bottom }: SplitProps) {
  const key = `stoa.split.${name}`
  const frame = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => readSetting(key, 50, isShare))
  const shareAt = ({ clientY }: { clientY: number }) => {
    const box = frame.current?.getBoundingClientRect()
    return box && ((clientY - box.top) / box.height) * 100
  }
  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0" style={{ flex: `${share} 1 0` }}>
        {top}
      </div>
      <DragHandle
        label={label}
        orientation="horizontal"
        value={share}
        least={LEAST}
        most={MOST}
        keys={{ ArrowUp: share - STEP, ArrowDown: share + STEP, Home: LEAST, End: MOST }}
        valueAt={shareAt}
        onMove={setShare}
        onKeep={(kept) => writeSetting(key, kept)}
        className="group relative z-10 h-px shrink-0 cursor-row-resize touch-none bg-line outline-none"
      >
        <div className="absolute inset-x-0 -top-1 h-2.25 transition-colors group-hover:bg-accent/30 group-focus-visible:bg-focus group-active:bg-accent/50" />
      </DragHandle>
      <div className="flex min-h-0 flex-col" style={{ flex: `${100 - share} 1 0` }}>
        {bottom}
      </div>
    </div>
  )
}
