import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'

type SaveBarProps = {
  /** True from the first change on. */
  visible: boolean
  /** Describes the change. */
  summary: ReactNode
  pending?: boolean
  saveLabel?: string
  discardLabel?: string
  onDiscard: () => void
}

/** The submit row of a settings form, which stays in view while there are unsaved changes. */
export function SaveBar({ visible, ...props }: SaveBarProps) {
  return visible && <Bar {...props} />
}

function Bar({
  summary,
  pending = false,
  saveLabel = 'Save changes',
  discardLabel = 'Discard',
  onDiscard,
}: Omit<SaveBarProps, 'visible'>) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => (bar.current ? keepToastsAbove(bar.current) : undefined), [])
  return (
    <div
      ref={bar}
      data-slot="save-bar"
      aria-live="polite"
      className="sticky bottom-4 z-20 mt-4 flex animate-rise-in flex-wrap items-center gap-2 rounded-md border bg-raised px-3 py-2 shadow-float"
    >
      <div className="min-w-0 flex-1 basis-40 text-muted">{summary}</div>
      <div className="flex gap-2">
        {/* Enter in a field submits a form only through a button that is not disabled. */}
        <Button type="submit" variant="primary" busy={pending}>
          {saveLabel}
        </Button>
        <Button disabled={pending} onClick={onDiscard}>
          {discardLabel}
        </Button>
      </div>
    </div>
  )
}

/**
 * Tells the toasts the height of the bar, whose text can wrap. The returned function undoes this.
 */
function keepToastsAbove(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--save-bar-height', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--save-bar-height')
  }
}
