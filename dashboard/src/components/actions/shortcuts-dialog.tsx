import { Kbd } from '../../ui/display/kbd.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/overlays/dialog.tsx'
import { useShortcuts, type Action } from './actions.tsx'

const THIS_PAGE = 'This page'

/** Every shortcut that works on the open page, as its actions declare them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts().map((action) => ({
    ...action,
    group: action.group ?? THIS_PAGE,
  }))
  const headings = new Set(shortcuts.map(({ group }) => group))
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Keyboard shortcuts"
        description="Single letters do nothing while you type in a field."
      >
        <DialogBody className="grid gap-4">
          {[...headings].map((heading) => (
            <Shortcuts
              key={heading}
              heading={heading}
              actions={shortcuts.filter(({ group }) => group === heading)}
            />
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
