import type { Permission } from '@stoa/contract/platform/permissions'
import type { Capability } from '@stoa/contract/platform/profile'
import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Call } from '../../data/client/api.ts'
import type { Shortcut } from '../../lib/shortcuts.ts'
import type { ProductArea } from '../shell/use-place.ts'
import type { ProductId } from './products.ts'

/**
 * Everything the rest of the dashboard needs to know about a feature. Navigation, palette, shortcuts
 * and the list of unbuilt pages are derived from these declarations. They are part of the first
 * script a browser loads, so they contain only strings and icons and load everything else lazily.
 */
export type Room = {
  readonly name: string
  /** Requirements for everything below. */
  readonly needs?: Needs
  readonly pages: readonly RoomPage[]
  readonly navigation?: readonly NavigationEntry[]
  readonly listedPages?: ListedPages
  readonly panels?: readonly RoomPanel[]
  readonly accountMenu?: readonly AccountMenuEntry[]
  readonly actions?: readonly RoomAction[]
  readonly searches?: readonly PaletteSource[]
  readonly notices?: readonly NoticePage[]
}

/** Requirements for a person, all of which must be met. */
export type Needs = {
  /** A permission on the open project or organization. */
  readonly ability?: Permission
  /** A capability that the installation offers to this person. */
  readonly capability?: Capability
  /** Whether the open project must be a branch. */
  readonly isBranch?: true
  /** A feature preview that must be on or off for this person. */
  readonly preview?: { readonly key: string; readonly isOn: boolean }
}

/** A page's path in the router's notation: `/project/$ref/editor/$id`. */
export type PagePath = string

export type RoomPage = {
  readonly path: PagePath
  readonly title: string
  /** Also shown while the project's database is not running. */
  readonly worksWithoutDatabase?: boolean
  /** Former addresses, which redirect to this page. */
  readonly movedFrom?: readonly PagePath[]
}

/** The part of the product where an entry is available. */
export type Scope = Exclude<ProductArea['kind'], 'elsewhere'>

/**
 * A page in the second column of a product. Entries follow the order of the rooms, and the first
 * one that a person may open is what the product opens.
 */
export type NavigationEntry = {
  readonly product: ProductId
  /** The heading of the group in the second column. Entries without one are first. */
  readonly heading?: string
  readonly label: string
  readonly to: PagePath
  /** Other words that find the page in the palette, such as its former names and its settings. */
  readonly keywords?: readonly string[]
  /** Whether the entry is also marked as current on every page below its path. */
  readonly includesChildren?: boolean
  /** Other pages on which the entry is marked as current, such as those of the same tabs. */
  readonly alsoCurrentOn?: readonly PagePath[]
  /** Opens instead of the page if the person enabled the panel's preview. */
  readonly panel?: Panel
  readonly needs?: Needs
}

/** Pages that people create, which the second column of a product lists below its other pages. */
export type ListedPages = {
  readonly product: ProductId
  /** Their address. An entry of the navigation can have one that also matches. */
  readonly path: PagePath
  /** The name of the open page until its own is known. */
  readonly label: string
  readonly load: () => Promise<ComponentType<ListedPagesProps>>
}

export type ListedPagesProps = {
  projectRef: string
  children: (groups: readonly ListedGroup[]) => ReactNode
}

/** Listed pages under a heading, which the product's own pages can have too. */
export type ListedGroup = {
  readonly heading: string
  readonly pages: readonly { readonly label: string; readonly to: PagePath }[]
}

/** Content for the right side of a project's pages. The URL says what is open in it. */
export type RoomPanel = {
  /** The search parameter for the panel's content, absent while the panel is closed. */
  readonly parameter: string
  /** A value of the parameter that also means that the panel is closed. */
  readonly closedBy?: string
  readonly title: string
  readonly load: () => Promise<ComponentType<PanelProps>>
  /** How every page of a project offers the panel: in the palette, by key, and in the top bar. */
  readonly opener?: PanelOpener
}

export type PanelOpener = {
  readonly title: string
  readonly keywords?: readonly string[]
  readonly shortcut?: Shortcut
  /** The panel's first content. */
  readonly first: string
  /** Whether using it again closes the panel. */
  readonly toggles?: true
  /** Only with an icon is the panel offered in the top bar. */
  readonly icon?: LucideIcon
}

export type PanelProps = {
  projectRef: string
  /** The value of the search parameter. */
  content: string
}

/** A panel that opens instead of a page. */
export type Panel = {
  /** Key of the feature preview that turns the page into a panel. */
  readonly preview: string
  /** The search parameter for the panel's content. */
  readonly parameter: string
  /** The panel's initial content. */
  readonly first: string
}

export type AccountMenuEntry = {
  /** Whether the entry comes before or after the shell's own entries. */
  readonly group: 'account' | 'help'
  readonly label: string
  readonly icon: LucideIcon
  readonly to: PagePath
  readonly needs?: Needs
}

/** The page on which a notice of a project's overview can be resolved. */
export type NoticePage = {
  /** The code of the notice, such as `site_url_default`. */
  readonly code: string
  readonly label: string
  readonly to: PagePath
}

/** A group of actions in the palette. */
export type ActionGroup = 'pages' | 'actions' | 'organizations' | 'account' | 'help'

export type RoomAction = {
  readonly id: string
  readonly title: string
  readonly group: ActionGroup
  /** Where the action is offered; everywhere when absent. */
  readonly scope?: Scope
  readonly keywords?: readonly string[]
  readonly shortcut?: Shortcut
  /** False for an action that has a shortcut but should not appear in the palette. */
  readonly isListed?: boolean
  /** True if the palette shows the action only in search results. */
  readonly isSearchedOnly?: boolean
  readonly needs?: Needs
} & (
  | { readonly to: PagePath; readonly run?: undefined }
  | { readonly run: (at: ActionPlace) => void; readonly to?: undefined }
)

/** The arguments of an action's `run`. */
export type ActionPlace = {
  readonly place: ProductArea
  /** Opens a page. The path may end with search parameters. */
  readonly open: (path: PagePath) => void
  readonly call: Call
}

/** Named items that the palette finds, such as tables. */
export type PaletteSource = {
  /** Unique among the sources of all rooms. */
  readonly id: string
  /** The heading of its entries in the palette. */
  readonly heading: string
  /** Where it is searched; everywhere when absent. */
  readonly scopes?: readonly Scope[]
  /** Whether its entries are also listed before the user types. */
  readonly isListed?: boolean
  readonly needs?: Needs
  /** Reads every entry through the query cache. The palette filters them. */
  readonly read: (from: PaletteReader) => Promise<readonly PaletteEntry[]>
}

/** The arguments of a source's `read`. */
export type PaletteReader = {
  readonly call: Call
  readonly queryClient: QueryClient
  /** The open project. */
  readonly projectRef: string | undefined
  /** The open organization, or the open project's. */
  readonly organizationSlug: string | undefined
}

export type PaletteEntry = {
  /** Unique and stable, because the browser remembers recent choices by it. */
  readonly id: string
  readonly title: string
  /** Shown after the title, and searched too. */
  readonly detail?: string
  readonly keywords?: readonly string[]
  /** The page that opens. It may end with search parameters. */
  readonly to: PagePath
}
