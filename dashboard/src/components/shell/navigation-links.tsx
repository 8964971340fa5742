import { Link, useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { matchPath } from '../rooms/page-path.ts'
import { panelLink, useOpenInPanel } from '../rooms/panel-link.ts'
import type { Panel } from '../rooms/room.ts'
import type { NavigationItem, NavigationSection } from './navigation.ts'

const ITEM =
  'flex h-8 items-center gap-2.5 rounded-md px-2 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text'

type NavigationLinksProps = {
  sections: readonly NavigationSection[]
  /** Shows only icons. The labels are in tooltips and remain the accessible names. */
  isFolded?: boolean
  onNavigate?: () => void
}

export function NavigationLinks({ sections, isFolded = false, onNavigate }: NavigationLinksProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      {sections.map(({ group, heading, items }, index) => (
        <div
          key={group}
          className={classNames(index > 0 && (isFolded ? 'mt-2 border-t pt-2' : 'mt-3'))}
        >
          {heading && !isFolded && (
            <div aria-hidden className="px-2 pb-1 text-2xs font-medium text-muted">
              {heading}
            </div>
          )}
          <ul
            {...(heading && { 'aria-label': heading })}
            className="grid grid-cols-[minmax(0,1fr)] gap-0.5"
          >
            {items.map((item) => (
              <li key={item.to}>
                <NavigationLink item={item} isFolded={isFolded} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

type NavigationLinkProps = {
  item: NavigationItem
  isFolded: boolean
  onNavigate: (() => void) | undefined
}

function NavigationLink({ item, isFolded, onNavigate }: NavigationLinkProps) {
  const { to, panel, includesChildren, alsoCurrentOn = [], label, icon: Icon } = item
  const isOnOther = useLocation({
    select: ({ pathname }) => alsoCurrentOn.some((path) => matchPath(path, pathname)),
  })
  const common = {
    className: ITEM,
    ...(onNavigate && { onClick: onNavigate }),
    children: (
      <>
        <Icon />
        <span className={isFolded ? 'sr-only' : 'truncate'}>{label}</span>
      </>
    ),
  }
  const link = panel ? (
    <PanelLink panel={panel} {...common} />
  ) : (
    <Link
      to={to}
      activeOptions={{ exact: !includesChildren, includeSearch: false }}
      {...(isOnOther && { 'aria-current': 'page' })}
      {...common}
    />
  )
  if (!isFolded) return link
  return (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  )
}

type PanelLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { panel: Panel }

/** A link that is current while its panel is open, whatever the panel shows. */
function PanelLink({ panel: { parameter, first }, ...props }: PanelLinkProps) {
  const open = useOpenInPanel(parameter)
  const isOpen = open !== undefined
  return <Link {...panelLink({ parameter, value: open ?? first, isOpen })} {...props} />
}
