import {
  Blocks,
  BookText,
  ChartLine,
  Database,
  FolderOpen,
  House,
  LockKeyhole,
  Radio,
  ScrollText,
  Settings,
  ShieldCheck,
  SquareFunction,
  SquareTerminal,
  Table2,
  type LucideIcon,
} from 'lucide-react'
import type { ProductArea } from '../shell/use-place.ts'

/** One entry of the side bar. Its pages are in the second column. */
type SideBarProduct = {
  readonly scope: 'project'
  readonly label: string
  /** Each icon belongs to one product only. */
  readonly icon: LucideIcon
  /** The key that opens the product after G. */
  readonly letter: string
  /** Products of a group are together, and the last group is at the bottom. */
  readonly group: 'work' | 'services' | 'insight' | 'settings'
  /** Whether its pages have a list of their own in the place of the second column. */
  readonly hasOwnList?: boolean
}

/** Pages outside a project. They have a second column and no side bar. */
type Area = {
  readonly scope: Exclude<ProductArea['kind'], 'project' | 'elsewhere'>
  readonly label: string
}

/** The products in the order of the side bar, and the areas outside a project. */
export const PRODUCTS = {
  home: { scope: 'project', label: 'Home', icon: House, letter: 'H', group: 'work' },
  tableEditor: {
    scope: 'project',
    label: 'Table editor',
    icon: Table2,
    letter: 'T',
    group: 'work',
    hasOwnList: true,
  },
  sqlEditor: {
    scope: 'project',
    label: 'SQL editor',
    icon: SquareTerminal,
    letter: 'Q',
    group: 'work',
    hasOwnList: true,
  },
  database: {
    scope: 'project',
    label: 'Database',
    icon: Database,
    letter: 'D',
    group: 'services',
  },
  auth: { scope: 'project', label: 'Auth', icon: LockKeyhole, letter: 'A', group: 'services' },
  storage: { scope: 'project', label: 'Storage', icon: FolderOpen, letter: 'B', group: 'services' },
  functions: {
    scope: 'project',
    label: 'Functions',
    icon: SquareFunction,
    letter: 'F',
    group: 'services',
  },
  realtime: { scope: 'project', label: 'Realtime', icon: Radio, letter: 'R', group: 'services' },
  integrations: {
    scope: 'project',
    label: 'Integrations',
    icon: Blocks,
    letter: 'I',
    group: 'services',
  },
  advisors: {
    scope: 'project',
    label: 'Advisors',
    icon: ShieldCheck,
    letter: 'V',
    group: 'insight',
  },
  reports: { scope: 'project', label: 'Reports', icon: ChartLine, letter: 'E', group: 'insight' },
  logs: { scope: 'project', label: 'Logs', icon: ScrollText, letter: 'L', group: 'insight' },
  apiDocs: {
    scope: 'project',
    label: 'API docs',
    icon: BookText,
    letter: 'P',
    group: 'insight',
    hasOwnList: true,
  },
  settings: { scope: 'project', label: 'Settings', icon: Settings, letter: 'S', group: 'settings' },
  organization: { scope: 'organization', label: 'Organization' },
  account: { scope: 'account', label: 'Account' },
  installation: { scope: 'installation', label: 'Installation' },
} as const satisfies Record<string, SideBarProduct | Area>

export type ProductId = keyof typeof PRODUCTS

/** A product or an area, for code that handles all of them alike. */
export type Product = SideBarProduct | Area

export const PRODUCT_IDS = Object.keys(PRODUCTS) as readonly ProductId[]

export const productOf = (id: ProductId): Product => PRODUCTS[id]
