import { useParams } from '@tanstack/react-router'
import type { Permission } from '@stoa/contract/platform/permissions'
import { lazy, Suspense, type ReactNode } from 'react'
import { useSelectedOrganization } from '../data/resources/platform/selected-organization.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

// Pages with the permission, an open table among them, do not load it.
const WhoCanHelp = lazy(async () => ({
  default: (await import('./who-can-help.tsx')).WhoCanHelp,
}))

type ForbiddenProps = {
  /** The permission that the user's role lacks. */
  missing: Permission
  /** The page's purpose, and why it is protected. */
  children: ReactNode
}

/** Replaces a page that the user's role does not allow, and names who can change the role. */
export function Forbidden({ missing, children }: ForbiddenProps) {
  const { ref, slug } = useParams({ strict: false })
  const organization = useSelectedOrganization({ ref, slug })
  return (
    <EmptyState
      title="Your role doesn’t allow this"
      description={
        <>
          <p>{children}</p>
          {organization ? (
            <Suspense
              fallback={
                <p className="mt-2">An owner of {organization.name} can change your role.</p>
              }
            >
              <WhoCanHelp slug={organization.slug} name={organization.name} />
            </Suspense>
          ) : (
            <p className="mt-2">An owner of the organization can change your role.</p>
          )}
          <p className="mt-2 text-xs">
            Missing permission: <code>{missing}</code>
          </p>
        </>
      }
    />
  )
}

/** Replaces a page that the installation does not offer to this person, whatever their role. */
export function NotOffered({ children }: { children: ReactNode }) {
  return <EmptyState title="This page isn’t available to you" description={children} />
}
