import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

const badgeVariants = cva(
  'base:inline-flex h-5 items-center gap-1 rounded-sm border px-1.5 text-2xs font-medium whitespace-nowrap',
  {
    variants: {
      variant: {
        neutral: 'border-line bg-sunken text-muted',
        accent: 'border-transparent bg-accent-soft text-accent-text',
        success: 'border-transparent bg-success-soft text-success-text',
        warning: 'border-transparent bg-warning-soft text-warning-text',
        danger: 'border-transparent bg-danger-soft text-danger-text',
      },
    },
    defaultVariants: { variant: 'neutral' },
  },
)

export function Badge({
  variant,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return (
    <span
      data-slot="badge"
      className={classNames(badgeVariants({ variant }), className)}
      {...props}
    />
  )
}
