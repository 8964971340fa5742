import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** Decorative: the control or region it stands in says what it waits for. */
export function Spinner({ className, ...props }: ComponentProps<'svg'>) {
  return (
    <LoaderCircle
      data-slot="spinner"
      aria-hidden
      className={classNames('animate-spin', className)}
      {...props}
    />
  )
}
