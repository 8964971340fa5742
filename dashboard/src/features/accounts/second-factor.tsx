import { lazy, Suspense, useEffect, useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import {
  proveFactor,
  readSecondFactors,
  refreshSession,
  type Factor,
} from '../../data/client/second-factor.ts'
import type { Session } from '../../data/client/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { CodeForm } from './code-form.tsx'

/**
 * Loaded lazily because few accounts have more than one factor, which keeps the sign-in pages
 * small.
 */
const FactorChoice = lazy(() =>
  import('./factor-choice.tsx').then((module) => ({ default: module.FactorChoice })),
)

/** Loaded when somebody needs it, which is when their device is lost. */
const RecoveryCodeForm = lazy(() =>
  import('./recovery-code-form.tsx').then((module) => ({ default: module.RecoveryCodeForm })),
)

type SecondFactorProps = { session: Session; submitLabel: string; onProved: () => void }

type FactorState =
  | { state: 'reading' }
  | { state: 'failed'; reason: string }
  | { state: 'asked'; factors: readonly [Factor, ...Factor[]]; hasRecoveryCodes: boolean }

/** Asks for the code of one of the account's factors; continues at once if none is left. */
export function SecondFactor({ session, submitLabel, onProved }: SecondFactorProps) {
  const [asked, setAsked] = useState<FactorState>({ state: 'reading' })
  const [chosen, setChosen] = useState<string>()
  const [isRecovering, setIsRecovering] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const read = async () => {
      const next = await readAsked(session, controller.signal)
      if (controller.signal.aborted) return
      if (next === 'none-left') onProved()
      else setAsked(next)
    }
    void read()
    return () => controller.abort()
  }, [session, onProved])
  if (asked.state === 'reading') return <Spinner className="mx-auto" />
  if (asked.state === 'failed') return <Callout type="danger">{asked.reason}</Callout>
  const { factors, hasRecoveryCodes } = asked
  const factorId = chosen ?? factors[0].id
  if (isRecovering) {
    return (
      <div className="grid gap-4">
        <Suspense fallback={<Spinner className="mx-auto" />}>
          <RecoveryCodeForm {...{ session, submitLabel, onProved }} />
        </Suspense>
        <OtherWay onClick={() => setIsRecovering(false)}>Use your authenticator app</OtherWay>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      {factors.length > 1 && (
        <Suspense fallback={<Spinner className="mx-auto" />}>
          <FactorChoice factors={factors} value={factorId} onChange={setChosen} />
        </Suspense>
      )}
      <CodeForm
        key={factorId}
        submitLabel={submitLabel}
        onSubmit={async (code) => {
          await proveFactor(session, { factorId, code })
          onProved()
        }}
      />
      {hasRecoveryCodes && (
        <OtherWay onClick={() => setIsRecovering(true)}>Use a recovery code</OtherWay>
      )}
    </div>
  )
}

function OtherWay({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="ghost" className="justify-self-start" onClick={onClick}>
      {children}
    </Button>
  )
}

async function readAsked(
  session: Session,
  signal: AbortSignal,
): Promise<FactorState | 'none-left'> {
  try {
    const { apps, hasRecoveryCodes } = await readSecondFactors(session, signal)
    const [first, ...more] = apps
    if (first) return { state: 'asked', factors: [first, ...more], hasRecoveryCodes }
    // The factor has since been removed, for example by an administrator: refresh the session.
    await refreshSession(session)
    return 'none-left'
  } catch (error) {
    return { state: 'failed', reason: errorMessage(error) }
  }
}
