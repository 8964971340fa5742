import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useState } from 'react'
import { createSession, exclusively } from '../data/session.ts'
import { followTheme } from '../lib/theme.ts'
import { ToastHost } from '../ui/toast-host.tsx'
import { createAppRouter } from './router.ts'

/** Session, router and toasts: what every page has, the sign-in page included. */
export function App() {
  const [router] = useState(() =>
    createAppRouter(createSession({ store: localStorage, now: () => Date.now(), exclusively })),
  )
  useEffect(followTheme, [])
  return (
    <StrictMode>
      <RouterProvider router={router} />
      <ToastHost />
    </StrictMode>
  )
}
