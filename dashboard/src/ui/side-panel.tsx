import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { readSetting, writeSetting } from '../lib/storage.ts'
import { useMedia } from '../lib/use-media.ts'
import { Button } from './button.tsx'
import { DragHandle } from './drag-handle.tsx'
import { Sheet } from './sheet.tsx'

type SidePanelProps = {
  /** Under this name the width is remembered in this browser. */
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
 * A panel over the right side of the page, which stays in use beside it. Takes the focus when it
 * opens and gives it back; Escape in it closes it. Its left edge moves by pointer and arrow keys.
 * Where there is no room beside it, it is a sheet over the whole page.
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
  const [width, setWidth] = useState(() => readSetting(settingKey, FIRST, isWidth))
  useEffect(() => takeFocus(panel.current), [])
  const closeOnEscape = (event: KeyboardEvent) => {
    // A list or menu that is open in the panel has taken the key for itself.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes what holds the focus
    <section
      ref={panel}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element that is not modal takes no focus
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      style={{ width: `min(${width}px, 100vw - 4rem)` }}
      className="fixed top-(--shell-top) right-0 bottom-0 z-30 flex animate-slide-in flex-col border-l bg-surface shadow-float outline-none"
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
      <header className="flex min-h-12 items-center justify-between gap-4 border-b px-4 py-2">
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
      </header>
      {children}
    </section>
  )
}

/**
 * Focuses the panel. Once it is gone, what had the focus before has it again, if nothing else does.
 * A task later: until then a menu that was closed by what opened the panel has not given it back.
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
