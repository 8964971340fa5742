import type { Permission } from '@stoa/contract/platform/permissions'
import type { Capability } from '@stoa/contract/platform/profile'
import type { LucideIcon } from 'lucide-react'
import type { Shortcut } from '../../lib/shortcuts.ts'
import type { Place } from '../shell/use-place.ts'

/**
 * Everything the rest of the dashboard needs to know about a feature. Navigation, settings, palette
 * and the list of pages that are not there yet are projections of these declarations. They are part
 * of the first script a browser loads, so they hold strings and icons and load everything else.
 */
export type Room = {
  readonly name: string
  /** Must be met before anything below is offered. */
  readonly needs?: Needs
  readonly pages: readonly RoomPage[]
  readonly navigation?: readonly NavigationEntry[]
  readonly accountMenu?: readonly AccountMenuEntry[]
  readonly settings?: readonly SettingsEntry[]
  readonly actions?: readonly RoomAction[]
}

/** What a person must have; all that is named must be met. */
export type Needs = {
  /** What the person may do with the project or organization that is open. */
  readonly ability?: Permission
  /** What the installation offers this person. */
  readonly capability?: Capability
  /** A feature preview that the person switched on, or that must be off. */
  readonly preview?: { readonly key: string; readonly isOn: boolean }
}

/** A page's path as the router writes it: `/project/$ref/editor/$id`. */
export type PagePath = string

export type RoomPage = {
  readonly path: PagePath
  readonly title: string
  /** Shown also while the project's database is not running. */
  readonly worksWithoutDatabase?: boolean
  /** Other addresses that lead here. */
  readonly movedFrom?: readonly PagePath[]
}

/** Where in the product something is offered. */
export type Scope = Exclude<Place['kind'], 'elsewhere'>

/** Order of the side navigation; entries of one group follow the order of the rooms. */
export type NavigationGroup = 'start' | 'build' | 'operate' | 'settings'

export type NavigationEntry = {
  readonly scope: Scope
  readonly group: NavigationGroup
  readonly label: string
  readonly icon: LucideIcon
  readonly to: PagePath
  /** Marked as current on every page below it, too. */
  readonly includesChildren?: boolean
  /** Opens instead of the page for a person who switched its preview on. */
  readonly panel?: Panel
  readonly needs?: Needs
}

/** A side panel over the open page, kept in the address. */
export type Panel = {
  /** Key of the feature preview that turns the page into a panel. */
  readonly preview: string
  /** The search parameter that holds what is open in it. */
  readonly parameter: string
  /** What it opens with. */
  readonly first: string
}

export type AccountMenuEntry = {
  /** Before or after the shell's own entries. */
  readonly group: 'account' | 'help'
  readonly label: string
  readonly icon: LucideIcon
  readonly to: PagePath
  readonly needs?: Needs
}

/** A page of the project settings, in the order of the rooms. */
export type SettingsEntry = {
  readonly label: string
  readonly to: PagePath
  readonly needs?: Needs
}

/** A heading of the palette, or a part of one. */
export type ActionGroup = 'pages' | 'organizations' | 'account' | 'help'

export type RoomAction = {
  readonly id: string
  readonly title: string
  readonly group: ActionGroup
  /** Offered only there; everywhere when absent. */
  readonly scope?: Scope
  readonly keywords?: readonly string[]
  readonly shortcut?: Shortcut
  /** False for what has a shortcut but would be odd in the palette. */
  readonly isListed?: boolean
  readonly needs?: Needs
} & (
  | { readonly to: PagePath; readonly run?: undefined }
  | { readonly run: (at: ActionPlace) => void; readonly to?: undefined }
)

/** What an action that does more than open a page works with. */
export type ActionPlace = { readonly place: Place; readonly open: (path: PagePath) => void }
