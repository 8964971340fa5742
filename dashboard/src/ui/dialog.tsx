import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFocusReturn } from '../lib/use-focus-return.ts'
import { Button } from './button.tsx'

export const Dialog = Primitive.Root

const SIZES = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-4xl' }

type DialogContentProps = Omit<ComponentProps<typeof Primitive.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof SIZES
  /** Whether the dialog has a close button in its corner. */
  closable?: boolean
}

export function DialogContent({
  title,
  description,
  size = 'md',
  closable = true,
  children,
  className,
  ...props
}: DialogContentProps) {
  const returnFocus = useFocusReturn(true)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-50 animate-fade-in bg-scrim" />
      <Primitive.Content
        data-slot="dialog"
        onCloseAutoFocus={returnFocus}
        {...(!description && { 'aria-describedby': undefined })}
        className={classNames(
          'fixed top-[12dvh] left-1/2 z-50 flex max-h-[80dvh] w-[calc(100%-2rem)] -translate-x-1/2 flex-col rounded-lg border bg-raised shadow-float outline-none',
          SIZES[size],
          className,
        )}
        {...props}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
          <div>
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-sm text-muted">
                {description}
              </Primitive.Description>
            )}
          </div>
          {closable && (
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="-mr-1.5">
                <X />
              </Button>
            </Primitive.Close>
          )}
        </header>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-body"
      className={classNames('min-h-0 overflow-y-auto px-5 pb-4', className)}
      {...props}
    />
  )
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={classNames('flex items-center justify-end gap-2 border-t px-5 py-3', className)}
      {...props}
    />
  )
}
