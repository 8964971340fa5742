import { lazy, Suspense } from 'react'
import { mustAskForConsent, useConsent } from '../../data/resources/platform/consent.ts'

const ConsentQuestion = lazy(() =>
  import('./consent-question.tsx').then((module) => ({ default: module.ConsentQuestion })),
)

/**
 * Asks once whether non-essential services are allowed, and only if the installation has any. It
 * stays until the user decides.
 */
export function ConsentToast() {
  const { data: consent } = useConsent()
  if (!consent || !mustAskForConsent(consent)) return null
  return (
    <Suspense>
      <ConsentQuestion consent={consent} />
    </Suspense>
  )
}
