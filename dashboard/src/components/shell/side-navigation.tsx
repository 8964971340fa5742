import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useRef } from 'react'
import { useAccountId } from '../../data/client/client-context.ts'
import { classNames } from '../../lib/class-names.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { DOCKED_CLOSELY } from '../../ui/layout/panel-media.ts'
import type { NavigationProduct } from './navigation.ts'
import { ProductLinks } from './product-links.tsx'
import { ShowCurrent } from './show-current.tsx'

const isChoice = (value: unknown): value is boolean | null =>
  value === null || typeof value === 'boolean'

type SideNavigationProps = {
  products: readonly NavigationProduct[]
  pathname: string
  /** Whether the open page has a second column, or a list of its own in that place. */
  isBesideList: boolean
  /** Whether a panel is open at the other side of the page. */
  isBesidePanel: boolean
}

/**
 * The products of the open project. Each person can fold it to icons in this browser. Until they
 * choose, it is folded where the page needs the room. Folded, it opens over the page while the
 * pointer or the keyboard is in it.
 */
export function SideNavigation(props: SideNavigationProps) {
  const { products, pathname, isBesideList } = props
  const account = useAccountId() ?? ''
  const isNarrow = useMedia('(width < 64rem)')
  const isNarrowForList = useMedia('(width < 75rem)')
  const isNarrowForPanel = useMedia(DOCKED_CLOSELY) && props.isBesidePanel
  const needsRoom = isNarrowForPanel || (isBesideList ? isNarrowForList : isNarrow)
  const [choice, setChoice] = useSetting(`stoa.navigation-folded.${account}`, UNDECIDED, isChoice)
  const isFolded = choice ?? needsRoom
  const list = useRef<HTMLDivElement>(null)
  // Expanding where there is room restores the automatic state, so that narrow windows fold again.
  const expanded = needsRoom ? false : UNDECIDED
  return (
    <div className={classNames('hidden shrink-0 md:block', isFolded ? 'w-12' : 'w-48')}>
      <nav
        aria-label="Products"
        data-slot="side-navigation"
        {...(isFolded && { 'data-folded': '' })}
        className={classNames(
          'fixed top-(--shell-top) bottom-0 left-0 z-30 flex flex-col overflow-hidden border-r bg-sunken p-2',
          isFolded ? FOLDED : 'w-48',
        )}
      >
        <div ref={list} className="-mx-2 min-h-0 flex-1 overflow-x-clip overflow-y-auto px-2">
          <ProductLinks products={products} />
          <ShowCurrent key={`${pathname} ${products.length}`} list={list} />
        </div>
        <button
          type="button"
          {...(!isFolded && { 'aria-label': 'Collapse navigation' })}
          onClick={() => setChoice(isFolded ? expanded : true)}
          className="mt-2 flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text"
        >
          {isFolded ? <PanelLeftOpen /> : <PanelLeftClose />}
          <span className="truncate">{isFolded ? 'Keep open' : 'Collapse'}</span>
        </button>
      </nav>
    </div>
  )
}

// The short delay keeps it closed while the pointer only passes.
const FOLDED =
  'w-12 transition-[width] duration-120 ease-out hover:w-48 hover:shadow-float hover:delay-100 has-focus-visible:w-48 has-focus-visible:shadow-float motion-reduce:transition-none'

const UNDECIDED: boolean | null = null
