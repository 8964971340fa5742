import type { Consent } from '@stoa/contract/platform/consent'
import { lazy, Suspense, useState } from 'react'
import { answerForAll, useSetConsent } from '../../data/resources/platform/consent.ts'
import { Button } from '../../ui/buttons/button.tsx'

const PrivacyDialog = lazy(() =>
  import('./privacy-dialog.tsx').then((module) => ({ default: module.PrivacyDialog })),
)

/** The question. It is full width up to 639 px and a card in the corner above that. */
export function ConsentQuestion({ consent }: { consent: Consent }) {
  const save = useSetConsent()
  const [isChoosing, setIsChoosing] = useState(false)
  const answer = (status: boolean) => save.mutate(answerForAll(consent, status))
  return (
    <>
      <section
        data-slot="consent-toast"
        aria-label="Privacy"
        className="fixed inset-x-0 bottom-0 z-40 animate-rise-in border-t bg-raised p-4 shadow-float sm:inset-x-auto sm:bottom-4 sm:left-4 sm:w-[356px] sm:rounded-md sm:border"
      >
        <p>
          Allow this installation to record which pages and features you use? Nothing is recorded
          until you choose.
        </p>
        <div className="mt-3 grid grid-cols-2 gap-2 sm:flex">
          <Button variant="primary" pending={save.isPending} onClick={() => answer(true)}>
            Accept
          </Button>
          <Button disabled={save.isPending} onClick={() => answer(false)}>
            Opt out
          </Button>
          <Button variant="ghost" className="max-sm:col-span-2" onClick={() => setIsChoosing(true)}>
            Privacy settings
          </Button>
        </div>
      </section>
      <Suspense>{isChoosing && <PrivacyDialog onClose={() => setIsChoosing(false)} />}</Suspense>
    </>
  )
}
