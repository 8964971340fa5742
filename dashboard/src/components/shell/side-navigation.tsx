import { Link } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { isBoolean, readSetting, writeSetting } from '../../lib/storage.ts'
import { panelLink, useOpenInPanel } from '../rooms/panel-link.ts'
import type { Panel } from '../rooms/room.ts'
import type { NavigationItem } from './navigation.ts'

const KEY = 'stoa.navigation-open'
const OPENING_LABEL =
  'opacity-0 transition-opacity group-hover/nav:opacity-100 group-has-focus-visible/nav:opacity-100'
const OPENING_RAIL = 'w-12 hover:w-48 hover:shadow-float has-focus-visible:w-48'

/** A rail of icons that expands over the page on hover or focus, or stays expanded when pinned. */
export function SideNavigation({ items }: { items: NavigationItem[] }) {
  const [isPinned, setIsPinned] = useState(() => readSetting(KEY, false, isBoolean))
  // The rail collapses after a click, because it would cover the page that the user opened.
  const [isServed, setIsServed] = useState(false)
  const pin = () => {
    writeSetting(KEY, !isPinned)
    setIsPinned(!isPinned)
  }
  const railLabel = isServed ? 'opacity-0' : OPENING_LABEL
  const rail = isServed ? 'w-12' : OPENING_RAIL
  return (
    <div className={classNames('relative hidden shrink-0 md:block', isPinned ? 'w-48' : 'w-12')}>
      <nav
        aria-label="Pages"
        onPointerLeave={() => setIsServed(false)}
        className={classNames(
          'group/nav fixed top-(--shell-top) bottom-0 left-0 z-30 flex flex-col overflow-clip border-r bg-sunken p-2',
          isPinned ? 'w-48' : rail,
        )}
      >
        <NavigationLinks
          items={items}
          onNavigate={() => setIsServed(true)}
          {...(!isPinned && { labelClasses: railLabel })}
        />
        <button
          type="button"
          aria-pressed={isPinned}
          onClick={pin}
          className="mt-auto flex h-8 items-center gap-2.5 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-text"
        >
          {isPinned ? <PanelLeftClose /> : <PanelLeftOpen />}
          <span className={classNames('truncate', !isPinned && railLabel)}>
            {isPinned ? 'Collapse' : 'Keep open'}
          </span>
        </button>
      </nav>
    </div>
  )
}

type NavigationLinksProps = {
  items: NavigationItem[]
  labelClasses?: string
  onNavigate?: () => void
}

export function NavigationLinks({ items, labelClasses, onNavigate }: NavigationLinksProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {items.map((item) => (
        <li key={item.to}>
          <NavigationLink item={item} onNavigate={onNavigate}>
            <item.icon />
            <span className={classNames('truncate', labelClasses)}>{item.label}</span>
          </NavigationLink>
        </li>
      ))}
    </ul>
  )
}

const ITEM =
  'flex h-8 items-center gap-2.5 rounded-md px-2 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:text-text'

type NavigationLinkProps = {
  item: NavigationItem
  onNavigate: (() => void) | undefined
  children: ReactNode
}

function NavigationLink({ item, onNavigate, children }: NavigationLinkProps) {
  const { to, panel, includesChildren } = item
  const common = { className: ITEM, ...(onNavigate && { onClick: onNavigate }), children }
  if (panel) return <PanelLink panel={panel} {...common} />
  return (
    <Link to={to} activeOptions={{ exact: !includesChildren, includeSearch: false }} {...common} />
  )
}

type PanelLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { panel: Panel }

/** A link that is current while its panel is open, whatever the panel shows. */
function PanelLink({ panel: { parameter, first }, ...props }: PanelLinkProps) {
  const open = useOpenInPanel(parameter)
  const isOpen = open !== undefined
  return <Link {...panelLink({ parameter, value: open ?? first, isOpen })} {...props} />
}
