import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'

/** Replaces a page that the person's role does not allow. */
export function Forbidden({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      title="Your role does not allow this"
      description={<>{children} An owner of the organization can change your role.</>}
    />
  )
}
