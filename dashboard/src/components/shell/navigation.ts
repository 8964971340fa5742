import {
  BookText,
  CreditCard,
  FolderKanban,
  House,
  Inbox,
  Server,
  Settings,
  SquareTerminal,
  Table2,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { Place } from './use-place.ts'

export type NavigationItem = {
  label: string
  icon: LucideIcon
  to: string
  /** Marked as current for every page below it, too. */
  includesChildren?: boolean
}

type Offers = {
  canReadDatabase: boolean
  canReadMailbox: boolean
  canReadBilling: boolean
  canManageMembers: boolean
  isOperator: boolean
}

/** The pages of the place somebody is in. A page that is not built is not in the list. */
export function navigationFor(place: Place, offers: Offers): NavigationItem[] {
  if (place.kind === 'project') return projectPages(`/project/${place.ref}`, offers)
  if (place.kind === 'organization') return organizationPages(`/org/${place.slug}`, offers)
  if (place.kind === 'account') return accountPages(offers)
  return []
}

function projectPages(base: string, { canReadDatabase, canReadMailbox }: Offers) {
  const database: NavigationItem[] = [
    { label: 'Table editor', icon: Table2, to: `${base}/editor`, includesChildren: true },
    { label: 'SQL editor', icon: SquareTerminal, to: `${base}/sql`, includesChildren: true },
    { label: 'API docs', icon: BookText, to: `${base}/api`, includesChildren: true },
  ]
  const mailbox: NavigationItem = { label: 'Mailbox', icon: Inbox, to: `${base}/mailbox` }
  return [
    { label: 'Home', icon: House, to: base },
    ...(canReadDatabase ? database : []),
    ...(canReadMailbox ? [mailbox] : []),
    { label: 'Settings', icon: Settings, to: `${base}/settings`, includesChildren: true },
  ]
}

function organizationPages(base: string, offers: Offers): NavigationItem[] {
  const team: NavigationItem = { label: 'Team', icon: UsersRound, to: `${base}/team` }
  const billing: NavigationItem = { label: 'Billing', icon: CreditCard, to: `${base}/billing` }
  return [
    { label: 'Projects', icon: FolderKanban, to: base },
    ...(offers.canManageMembers ? [team] : []),
    ...(offers.canReadBilling ? [billing] : []),
    { label: 'Settings', icon: Settings, to: `${base}/settings` },
  ]
}

function accountPages({ isOperator }: Offers): NavigationItem[] {
  const operated: NavigationItem[] = [
    { label: 'Installation', icon: Server, to: '/account/installation' },
    { label: 'Mailbox', icon: Inbox, to: '/account/mailbox' },
  ]
  return [{ label: 'Account', icon: UserRound, to: '/account/me' }, ...(isOperator ? operated : [])]
}
