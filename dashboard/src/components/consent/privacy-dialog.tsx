import type { Consent, ConsentCategory } from '@stoa/contract/platform/consent'
import { useState } from 'react'
import { useConsent, useSetConsent } from '../../data/resources/platform/consent.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/overlays/dialog.tsx'
import { Label } from '../../ui/forms/label.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'

/** Lists every category of services with a switch. Nothing changes until the user confirms. */
export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  const { data: consent, isError, refetch } = useConsent()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Privacy settings"
        description="Choose which usage data this installation can store."
      >
        {isError && !consent && (
          <DialogBody>
            <Callout
              type="caution"
              title="Unable to Load Privacy Settings"
              action={<Button onClick={() => void refetch()}>Retry</Button>}
            >
              An ad blocker or a network problem may be blocking the request.
            </Callout>
          </DialogBody>
        )}
        {!consent && !isError && (
          <DialogBody aria-busy>
            <Skeleton className="h-24" />
          </DialogBody>
        )}
        {consent && <Categories consent={consent} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  )
}

function Categories({ consent, onClose }: { consent: Consent; onClose: () => void }) {
  const save = useSetConsent()
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const isOn = (category: ConsentCategory) => chosen[category.slug] ?? isAllowed(category)
  const refusable = consent.categories.filter(({ isEssential }) => !isEssential)
  const confirm = () => {
    const services = refusable.flatMap((category) =>
      category.services.map(({ id }) => ({ id, status: isOn(category) })),
    )
    if (services.length === 0) return onClose()
    save.mutate(services, { onSuccess: onClose })
  }
  return (
    <>
      <DialogBody className="grid gap-3">
        {consent.categories.map((category) => (
          <div
            key={category.slug}
            className="flex items-start justify-between gap-4 rounded-md border p-3"
          >
            <span className="grid gap-0.5">
              <Label htmlFor={`consent-${category.slug}`}>{category.label}</Label>
              <span className="text-muted">{category.description}</span>
              <span className="text-xs text-muted">
                {category.services.map(({ name }) => name).join(', ')}
              </span>
            </span>
            <Switch
              id={`consent-${category.slug}`}
              className="mt-0.5"
              checked={category.isEssential || isOn(category)}
              disabled={category.isEssential}
              onCheckedChange={(next) => setChosen({ ...chosen, [category.slug]: next })}
            />
          </div>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" pending={save.isPending} onClick={confirm}>
          Confirm
        </Button>
        <Button disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </DialogFooter>
    </>
  )
}

const isAllowed = ({ services }: ConsentCategory) => services.every(({ consent }) => consent.status)
