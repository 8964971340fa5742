import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

const STYLES = {
  default: { classes: 'border-line bg-raised', icon: Info, iconClasses: 'text-muted' },
  warning: {
    classes: 'border-transparent bg-warning-soft',
    icon: TriangleAlert,
    iconClasses: 'text-warning-text',
  },
  destructive: {
    classes: 'border-transparent bg-danger-soft',
    icon: CircleAlert,
    iconClasses: 'text-danger-text',
  },
}

const STYLE_OF = {
  note: 'default',
  tip: 'default',
  caution: 'warning',
  deprecation: 'warning',
  danger: 'destructive',
} as const

export type CalloutType = keyof typeof STYLE_OF

type CalloutProps = Omit<ComponentProps<'div'>, 'title'> & {
  type?: CalloutType
  title?: ReactNode
  action?: ReactNode
}

export function Callout({
  type = 'note',
  title,
  action,
  children,
  className,
  ...props
}: CalloutProps) {
  const { classes, icon: Icon, iconClasses } = STYLES[STYLE_OF[type]]
  return (
    <div
      data-slot="callout"
      data-type={type}
      role="note"
      className={classNames(
        'flex flex-wrap items-start gap-3 rounded-md border p-3',
        classes,
        className,
      )}
      {...props}
    >
      <Icon className={classNames('mt-0.5', iconClasses)} />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={classNames(title && 'text-muted')}>{children}</div>}
      </div>
      {action}
    </div>
  )
}
