import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

type SectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  title: ReactNode
  description?: ReactNode
}

/** One topic of a long form, with title and description on the left and fields on the right. */
export function Section({ title, description, children, className, ...props }: SectionProps) {
  return (
    <section
      data-slot="section"
      className={classNames(
        'grid gap-x-12 gap-y-4 border-t py-6 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
        className,
      )}
      {...props}
    >
      <div>
        <h2 className="text-sm font-semibold">{title}</h2>
        {description && (
          <div className="mt-1 max-w-prose text-pretty text-muted">{description}</div>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}
