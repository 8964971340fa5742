import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { panelLink, useOpenInPanel } from '../rooms/panel-link.ts'
import type { Panel } from '../rooms/room.ts'

type NavigationLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** A panel that opens instead of the page. */
  panel?: Panel | undefined
  /** Whether the open page belongs to the link. */
  isCurrent: boolean
}

/** A link to a page of the navigation, or to the panel that opens instead of it. */
export function NavigationLink({ to, panel, isCurrent, ...props }: NavigationLinkProps) {
  if (panel) return <PanelLink panel={panel} {...props} />
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      {...(isCurrent && { 'aria-current': 'page' })}
      {...props}
    />
  )
}

type PanelLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { panel: Panel }

/** A link that is current while its panel is open, whatever the panel shows. */
function PanelLink({ panel: { parameter, first }, ...props }: PanelLinkProps) {
  const open = useOpenInPanel(parameter)
  const isOpen = open !== undefined
  return <Link {...panelLink({ parameter, value: open ?? first, isOpen })} {...props} />
}
