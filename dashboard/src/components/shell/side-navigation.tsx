import { useLocation } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { useAccountId } from '../../data/client/client-context.ts'
import { classNames } from '../../lib/class-names.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import type { NavigationSection } from './navigation.ts'
import { NavigationLinks } from './navigation-links.tsx'

const isChoice = (value: unknown): value is boolean | null =>
  value === null || typeof value === 'boolean'

/**
 * The pages of the open project, organization or account beside the page. Each person can fold it
 * to icons in this browser. Until they choose, it is folded only on narrow windows.
 */
export function SideNavigation({ sections }: { sections: readonly NavigationSection[] }) {
  const account = useAccountId() ?? ''
  const isNarrow = useMedia('(width < 64rem)')
  const [choice, setChoice] = useSetting(`stoa.navigation-folded.${account}`, UNDECIDED, isChoice)
  const isFolded = choice ?? isNarrow
  const list = useRef<HTMLDivElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // Entries are added as the member's permissions load.
  const entries = sections.reduce((count, { items }) => count + items.length, 0)
  const width = isFolded ? 'w-12' : 'w-48'
  const label = isFolded ? 'Expand navigation' : 'Collapse navigation'
  const fold = (
    <button
      type="button"
      aria-label={label}
      onClick={() => setChoice(!isFolded)}
      className="mt-2 flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-text"
    >
      {isFolded ? <PanelLeftOpen /> : <PanelLeftClose />}
      {!isFolded && <span>Collapse</span>}
    </button>
  )
  return (
    <div className={classNames('hidden shrink-0 md:block', width)}>
      <nav
        aria-label="Pages"
        data-slot="side-navigation"
        {...(isFolded && { 'data-folded': '' })}
        className={classNames(
          'fixed top-(--shell-top) bottom-0 left-0 z-30 flex flex-col border-r bg-sunken p-2',
          width,
        )}
      >
        <div ref={list} className="-mx-2 min-h-0 flex-1 overflow-x-clip overflow-y-auto px-2">
          <NavigationLinks sections={sections} isFolded={isFolded} />
          <ShowCurrent key={`${pathname} ${entries}`} list={list} />
        </div>
        {isFolded ? (
          <Tooltip content={label} side="right">
            {fold}
          </Tooltip>
        ) : (
          fold
        )}
      </nav>
    </div>
  )
}

/** Scrolls the list to the entry of the page that was opened, which can be below its end. */
function ShowCurrent({ list }: { list: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [list])
  return null
}

const UNDECIDED: boolean | null = null
