import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useFocusReturn } from '../../lib/use-focus-return.ts'
import {
  ModalContent,
  ModalForm,
  type ModalContentProps,
  type ModalFormProps,
} from './modal-content.tsx'

/** Panels have one width, and a second one for an editor or two columns. */
const SIZES = { lg: 'sm:max-w-xl', xl: 'sm:max-w-3xl' }
const SIDES = {
  right: 'right-0 base:border-l animate-slide-in',
  left: 'left-0 border-r animate-slide-in-left',
}

const LOOKS = {
  overlay: 'fixed inset-0 z-40 animate-fade-in bg-scrim',
  header: 'flex min-h-12 items-center justify-between gap-4 border-b px-4 py-2',
  heading: 'min-w-0',
  title: 'truncate text-sm font-semibold',
  description: 'text-xs text-muted',
}

type SheetProps = Omit<ModalContentProps, 'closable'> & {
  open: boolean
  size?: keyof typeof SIZES
  side?: keyof typeof SIDES
  onClose: () => void
}

/**
 * A panel at the edge of the window for one item of a list. Children: `SheetBody`, `SheetFooter`.
 */
export function Sheet({
  open,
  size = 'lg',
  side = 'right',
  onClose,
  className,
  ...props
}: SheetProps) {
  const returnFocus = useFocusReturn(open)
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <ModalContent
        data-slot="sheet"
        looks={LOOKS}
        onCloseAutoFocus={returnFocus}
        className={classNames(
          'fixed inset-y-0 z-40 flex w-full flex-col base:bg-raised shadow-float outline-none',
          SIDES[side],
          SIZES[size],
          className,
        )}
        {...props}
      />
    </Primitive.Root>
  )
}

export function SheetBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sheet-body"
      className={classNames('min-h-0 flex-1 overflow-y-auto base:p-4', className)}
      {...props}
    />
  )
}

/** Buttons from the left: the action first, then Cancel. */
export function SheetFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sheet-footer"
      className={classNames(
        'flex flex-wrap items-center justify-start gap-2 border-t px-4 py-3',
        className,
      )}
      {...props}
    />
  )
}

/** A form that fills a sheet, with its fields below each other. */
export function SheetForm({ className = 'grid content-start gap-5', ...props }: ModalFormProps) {
  return <ModalForm body={SheetBody} footer={SheetFooter} className={className} {...props} />
}
