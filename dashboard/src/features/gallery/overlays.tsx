import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../ui/overlays/sheet.tsx'

export function Overlays() {
  const [open, setOpen] = useState<'success' | 'warning' | 'danger' | 'sheet'>()
  const close = () => setOpen(undefined)
  return (
    <Section title="Overlays">
      <div className="flex flex-wrap gap-2">
        {(['success', 'warning', 'danger', 'sheet'] as const).map((kind) => (
          <Button key={kind} onClick={() => setOpen(kind)}>
            {kind}
          </Button>
        ))}
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button>Menu</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem shortcut="Mod+C">Copy</DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="danger">Delete row</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover>
          <PopoverTrigger asChild>
            <Button>Popover</Button>
          </PopoverTrigger>
          <PopoverContent>Floats above the page.</PopoverContent>
        </Popover>
      </div>
      <ConfirmDialog
        visible={open === 'success' || open === 'warning'}
        variant={open === 'warning' ? 'warning' : 'success'}
        title="Restart todos"
        description="Open connections end."
        onCancel={close}
        onConfirm={close}
      />
      <ConfirmDialog
        visible={open === 'danger'}
        variant="danger"
        size="md"
        title="Delete todos"
        description="Every row is removed. This cannot be undone."
        confirmLabel="Delete table"
        typedName="todos"
        onCancel={close}
        onConfirm={close}
      />
      <Sheet open={open === 'sheet'} onClose={close} title="Edit row" description="todos">
        <SheetBody>The fields.</SheetBody>
        <SheetFooter>
          <Button variant="primary" onClick={close}>
            Save
          </Button>
          <Button onClick={close}>Cancel</Button>
        </SheetFooter>
      </Sheet>
    </Section>
  )
}
