import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { readSetting, writeSetting } from '../../lib/storage.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Button } from '../buttons/button.tsx'
import { DragHandle } from './drag-handle.tsx'
import { DOCKED, DOCKED_CLOSELY } from './panel-media.ts'
import { Sheet } from '../overlays/sheet.tsx'

type SidePanelProps = {
  /** The name under which this browser remembers the panel's width. */
  name: string
  title: string
  onClose: () => void
  children: ReactNode
}

const LEAST = 400
const FIRST = 800
const MOST = 1400
const STEP = 40

const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= LEAST && value <= MOST

/**
 * A panel at the right side of the page, which remains usable. A wide window shows it beside the
 * page, with up to half of the window, or 42 % if that would leave too little for the page. A narrower
 * window shows it over the page. It takes the focus when it opens
 * and returns it when it closes. Escape closes it while it has the focus, and its left edge can be
 * moved by pointer and arrow keys. On a narrow window it is a sheet over the whole page.
 */
export function SidePanel({ name, ...props }: SidePanelProps) {
  const isAlone = useMedia('(width < 48rem)')
  if (!isAlone) return <Beside settingKey={`stoa.panel-width.${name}`} {...props} />
  return (
    <Sheet
      open
      size="xl"
      className="border-l-0 bg-surface"
      title={props.title}
      onClose={props.onClose}
    >
      {props.children}
    </Sheet>
  )
}

type BesideProps = Omit<SidePanelProps, 'name'> & { settingKey: string }

function Beside({ settingKey, title, onClose, children }: BesideProps) {
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const isDocked = useMedia(DOCKED)
  const isClose = useMedia(DOCKED_CLOSELY)
  const [width, setWidth] = useState(() => readSetting(settingKey, FIRST, isWidth))
  useEffect(() => takeFocus(panel.current), [])
  const closeOnEscape = (event: KeyboardEvent) => {
    // An open list or menu in the panel has already handled the key.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the panel that has the focus
    <section
      ref={panel}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a non-modal dialog element takes no focus
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      style={{ width: `min(${width}px, ${mostOf(isDocked, isClose)})` }}
      className={classNames(
        'flex animate-slide-in flex-col border-l bg-surface outline-none',
        isDocked
          ? 'sticky top-(--shell-top) h-[calc(100dvh-var(--shell-top))] shrink-0 self-start'
          : 'fixed top-(--shell-top) right-0 bottom-0 z-30 shadow-float',
      )}
    >
      <DragHandle
        label={`Width of ${title}`}
        orientation="vertical"
        value={width}
        least={LEAST}
        most={MOST}
        keys={{ ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: LEAST, End: MOST }}
        valueAt={({ clientX }) => window.innerWidth - clientX}
        onMove={setWidth}
        onKeep={(kept) => writeSetting(settingKey, kept)}
        className="absolute inset-y-0 -left-1 z-20 w-1.5 cursor-col-resize touch-none outline-none transition-colors hover:bg-accent/30 focus-visible:bg-focus active:bg-accent/50"
      />
      <div className="flex min-h-12 items-center justify-between gap-4 border-b px-4 py-2">
        <h2 id={titleId} className="truncate text-sm font-semibold">
          {title}
        </h2>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close"
          className="-mr-1.5"
          onClick={onClose}
        >
          <X />
        </Button>
      </div>
      {children}
    </section>
  )
}

/** The maximum width of the panel. */
function mostOf(isDocked: boolean, isClose: boolean): string {
  if (!isDocked) return '100vw - 4rem'
  return isClose ? '42vw' : '50vw'
}

/**
 * Focuses the panel. The returned function gives the focus back to the element that had it before,
 * unless another element has the focus by then. The timeout lets a menu that opened the panel close
 * and return its own focus first.
 */
function takeFocus(panel: HTMLElement | null): () => void {
  let opener: Element | null = null
  const taking = setTimeout(() => {
    opener = document.activeElement
    panel?.focus({ preventScroll: true })
  })
  return () => {
    clearTimeout(taking)
    if (document.activeElement !== document.body) return
    const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
    const target = isThere ? opener : document.querySelector('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}
