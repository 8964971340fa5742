import { useParams } from '@tanstack/react-router'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { ReactNode } from 'react'
import { useMembers } from '../data/resources/platform/members.ts'
import { useSelectedOrganization } from '../data/resources/platform/selected-organization.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

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
            <WhoCanHelp slug={organization.slug} name={organization.name} />
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

const MOST_NAMED = 3

function WhoCanHelp({ slug, name }: { slug: string; name: string }) {
  const { data: members = [], isPending } = useMembers(slug)
  const owners = members.filter(({ role, is_self }) => role === 'owner' && !is_self)
  const administrators = members.filter(({ role, is_self }) => role === 'administrator' && !is_self)
  const able = [...owners, ...administrators]
  const people = able.slice(0, MOST_NAMED).map(({ display_name, primary_email, role }) => ({
    email: primary_email,
    text: `${display_name ?? primary_email} (${role})`,
  }))
  if (isPending) return <p className="mt-2">An owner of {name} can change your role.</p>
  if (people.length === 0)
    return <p className="mt-2">An owner or administrator of {name} can change your role.</p>
  return (
    <div className="mt-2">
      <p>These members of {name} can change your role:</p>
      <ul className="mt-1">
        {people.map(({ email, text }) => (
          <li key={email}>
            <a href={`mailto:${email}`} className="text-accent-text underline underline-offset-2">
              {text}
            </a>
          </li>
        ))}
        {able.length > MOST_NAMED && <li>and {able.length - MOST_NAMED} more</li>}
      </ul>
    </div>
  )
}
