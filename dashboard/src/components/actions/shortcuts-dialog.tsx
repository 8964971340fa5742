import { Kbd } from '../../ui/display/kbd.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/overlays/dialog.tsx'
import { useShortcuts, type Action } from './actions.tsx'

/** Every shortcut that works on the open page, as its actions declare them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = Map.groupBy(useShortcuts(), ({ group = 'This page' }) => group)
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Keyboard shortcuts"
        description="Single letters do nothing while you type in a field."
      >
        <DialogBody className="grid gap-4">
          {[...groups].map(([heading, actions]) => (
            <Shortcuts key={heading} heading={heading} actions={actions} />
          ))}
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

function Shortcuts({ heading, actions }: { heading: string; actions: readonly Action[] }) {
  return (
    <section>
      <h3 className="pb-1 text-xs font-medium text-muted">{heading}</h3>
      <dl className="divide-y">
        {actions.map(({ id, title, shortcut = '' }) => (
          <div key={id} className="flex min-h-8 items-center justify-between gap-4 py-1">
            <dt>{title}</dt>
            <dd>
              <Kbd shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
