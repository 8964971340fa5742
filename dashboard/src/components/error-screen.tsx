import { lazy, Suspense } from 'react'
import { isMissingPart } from '../lib/missing-parts.ts'
import { MissingPart } from './missing-part.tsx'
import type { UnexpectedErrorProps } from './unexpected-error.tsx'

const UnexpectedError = lazy(() =>
  import('./unexpected-error.tsx').then(
    (module) => ({ default: module.UnexpectedError }),
    () => ({ default: MissingPart }),
  ),
)

/** Replaces the page when rendering throws an unexpected error. */
export function ErrorScreen(props: UnexpectedErrorProps) {
  if (isMissingPart(props.error)) return <MissingPart />
  return (
    <Suspense>
      <UnexpectedError {...props} />
    </Suspense>
  )
}
