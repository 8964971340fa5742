import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { AsChild } from './as-child.tsx'

export const buttonVariants = cva(
  'base:relative inline-flex base:shrink-0 items-center base:justify-center gap-1.5 base:rounded-md border font-medium whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
        secondary: 'border-line-strong bg-raised hover:bg-hover data-[state=open]:bg-hover',
        ghost:
          'border-transparent base:text-muted hover:bg-hover hover:text-text data-[state=open]:bg-hover data-[state=open]:text-text',
        danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
        warning: 'border-transparent bg-warning text-on-warning hover:bg-warning-hover',
        success: 'border-transparent bg-success text-on-success hover:bg-success-hover',
      },
      size: {
        sm: 'h-6 base:px-2 text-xs pointer-coarse:h-8',
        md: 'h-7 px-2.5 text-sm pointer-coarse:h-8',
        lg: 'h-9 px-4 text-sm',
        icon: 'size-7 text-sm pointer-coarse:size-8',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    /** Shows that the action is running. The width stays the same. */
    busy?: boolean | undefined
    /** Busy, and further clicks are ignored. */
    pending?: boolean | undefined
    /** Renders the only child (a link, for example) with the look of a button. */
    asChild?: boolean | undefined
  }

export function Button({
  variant,
  size,
  pending = false,
  busy = pending,
  asChild = false,
  disabled,
  type = 'button',
  children,
  className,
  ...props
}: ButtonProps) {
  const classes = classNames(buttonVariants({ variant, size }), className)
  if (asChild) {
    return (
      <AsChild data-slot="button" className={classes} {...props}>
        {children}
      </AsChild>
    )
  }
  return (
    <button
      data-slot="button"
      type={type}
      disabled={disabled || pending}
      aria-busy={busy || undefined}
      className={classes}
      {...props}
    >
      <span
        className={classNames(
          'inline-flex min-w-0 items-center justify-center gap-1.5',
          busy && 'opacity-0',
        )}
      >
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}
