import { CircleAlert, Clock, Info, Siren, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'

const KINDS: Record<BannerKind, { icon: LucideIcon; classes: string }> = {
  incident: { icon: Siren, classes: 'bg-warning-soft [&_.lucide]:text-warning-text' },
  notice: { icon: Info, classes: 'bg-accent-soft [&_.lucide]:text-accent-text' },
  clock: { icon: Clock, classes: 'bg-warning-soft [&_.lucide]:text-warning-text' },
  warning: { icon: TriangleAlert, classes: 'bg-warning-soft [&_.lucide]:text-warning-text' },
  danger: { icon: CircleAlert, classes: 'bg-danger-soft [&_.lucide]:text-danger-text' },
}

export type BannerKind = 'incident' | 'notice' | 'clock' | 'warning' | 'danger'

export const isBannerKind = (name: string): name is BannerKind => Object.hasOwn(KINDS, name)

/** A banner's content, in a form that can be stored until the next visit. */
export type BannerContent = {
  id: string
  kind: BannerKind
  title: string
  text?: string
  /** An address inside the dashboard opens in this tab, and any other address in a new tab. */
  link?: { label: string; href: string }
}

export type BannerProps = Omit<BannerContent, 'text'> & {
  text?: ReactNode
  onDismiss?: () => void
}

/** One line across the whole window. It wraps on narrow screens. */
export function Banner({ kind, title, text, link, onDismiss }: BannerProps) {
  const { icon: Icon, classes } = KINDS[kind]
  return (
    <div
      data-slot="banner"
      data-kind={kind}
      role="status"
      className={classNames('flex items-start gap-2 border-b px-4 py-1.5', classes)}
    >
      <Icon className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{title}</span>
        {text && <div className="min-w-0 text-muted">{text}</div>}
        {link && <BannerLink {...link} />}
      </div>
      {onDismiss && (
        <Button variant="ghost" size="sm" className="-my-0.5 text-text" onClick={onDismiss}>
          <X className="size-3.5" />
          Dismiss
        </Button>
      )}
    </div>
  )
}

function BannerLink({ label, href }: { label: string; href: string }) {
  const isExternal = /^https?:\/\//.test(href)
  return (
    <a
      href={href}
      {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
      className="font-medium whitespace-nowrap underline underline-offset-2 hover:no-underline"
    >
      {label}
    </a>
  )
}
