import {
  BookText,
  Braces,
  Columns3,
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
  /** The API docs of this project: a panel for whoever has it, and else the page. */
  docsOf?: string
}

type Offers = {
  canReadDatabase: boolean
  /** GraphiQL has an entry of its own where the API docs are a panel. */
  canUseGraphiql: boolean
  /** The page of column privileges is a preview. */
  hasColumnPrivileges: boolean
  canReadMailbox: boolean
  canReadBilling: boolean
  canManageMembers: boolean
  isOperator: boolean
}

/** The pages of the place somebody is in. A page that is not built is not in the list. */
export function navigationFor(place: Place, offers: Offers): NavigationItem[] {
  if (place.kind === 'project') return projectPages(place.ref, offers)
  if (place.kind === 'organization') return organizationPages(`/org/${place.slug}`, offers)
  if (place.kind === 'account') return accountPages(offers)
  return []
}

function projectPages(ref: string, offers: Offers): NavigationItem[] {
  const base = `/project/${ref}`
  const database: NavigationItem[] = [
    { label: 'Table editor', icon: Table2, to: `${base}/editor`, includesChildren: true },
    { label: 'SQL editor', icon: SquareTerminal, to: `${base}/sql`, includesChildren: true },
    { label: 'API docs', icon: BookText, to: `${base}/api`, includesChildren: true, docsOf: ref },
  ]
  const graphiql: NavigationItem = {
    label: 'GraphiQL',
    icon: Braces,
    to: `${base}/database/graphiql`,
  }
  const columnPrivileges: NavigationItem = {
    label: 'Column privileges',
    icon: Columns3,
    to: `${base}/database/column-privileges`,
  }
  const mailbox: NavigationItem = { label: 'Mailbox', icon: Inbox, to: `${base}/mailbox` }
  return [
    { label: 'Home', icon: House, to: base },
    ...(offers.canReadDatabase ? database : []),
    ...(offers.canUseGraphiql ? [graphiql] : []),
    ...(offers.canReadDatabase && offers.hasColumnPrivileges ? [columnPrivileges] : []),
    ...(offers.canReadMailbox ? [mailbox] : []),
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
