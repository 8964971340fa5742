import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** Holds the place of text or a control while it loads: give it the final size. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden
      className={classNames('animate-pulse rounded-md bg-selected', className)}
      {...props}
    />
  )
}
