import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useState } from 'react'
import {
  createErrorReporter,
  ErrorReporterContext,
  watchUncaughtErrors,
} from '../data/client/error-reports.ts'
import { createSession, exclusively } from '../data/client/session.ts'
import { watchMissingParts } from '../lib/missing-parts.ts'
import { pageStorage } from '../lib/storage.ts'
import { followTheme } from '../lib/theme.ts'
import { ToastHost } from '../ui/feedback/toast-host.tsx'
import { createAppRouter } from './router.ts'
import { createRouterContext } from './router-context.ts'

/**
 * Provides the session, router, error reports and toasts to every page, including the sign-in page.
 */
export function App() {
  const [reporter] = useState(() => createErrorReporter())
  const [router] = useState(() => {
    const session = createSession({ store: pageStorage, now: () => Date.now(), exclusively })
    return createAppRouter(createRouterContext(session, reporter), reporter)
  })
  useEffect(followTheme, [])
  useEffect(watchMissingParts, [])
  useEffect(() => watchUncaughtErrors(reporter), [reporter])
  return (
    <StrictMode>
      <ErrorReporterContext value={reporter}>
        <RouterProvider router={router} />
      </ErrorReporterContext>
      <ToastHost />
    </StrictMode>
  )
}
