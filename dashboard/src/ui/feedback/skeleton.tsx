import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

/** A placeholder for text or a control that is loading. Give it the final size. */
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
