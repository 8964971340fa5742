import { classNames } from '../../lib/class-names.ts'
import { NavigationLink } from './navigation-link.tsx'
import { pagesOf, type NavigationProduct } from './navigation.ts'

/** The classes of a link beside an icon. */
export const PRODUCT_LINK =
  'flex h-8 items-center gap-2.5 rounded-md px-2 whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-text aria-[current=page]:bg-selected aria-[current=page]:font-medium aria-[current=page]:text-text'

type ProductLinksProps = {
  products: readonly NavigationProduct[]
  onNavigate?: () => void
}

/** The products of the open project. A product leads to the first of its pages. */
export function ProductLinks({ products, onNavigate }: ProductLinksProps) {
  return (
    <ul className="flex min-h-full flex-col gap-0.5">
      {products.map((one, index) => {
        const { id, product } = one
        const [first] = pagesOf(one)
        if (product.scope !== 'project' || !first) return null
        const { label, icon: Icon, group } = product
        const before = products[index - 1]?.product
        const isFirstOfGroup = before?.scope === 'project' && before.group !== group
        return (
          <li
            key={id}
            className={classNames(
              isFirstOfGroup && 'border-t pt-2',
              group === 'settings' ? 'mt-auto' : isFirstOfGroup && 'mt-1.5',
            )}
          >
            <NavigationLink
              to={first.to}
              panel={first.panel}
              isCurrent={one.isCurrent}
              className={PRODUCT_LINK}
              {...(onNavigate && { onClick: onNavigate })}
            >
              <Icon />
              <span className="truncate">{label}</span>
            </NavigationLink>
          </li>
        )
      })}
    </ul>
  )
}
