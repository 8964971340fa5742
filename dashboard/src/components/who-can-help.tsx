import { useMembers } from '../data/resources/platform/members.ts'

const MAX_NAMED = 3

/** Names the owners and administrators of an organization. */
export function WhoCanHelp({ slug, name }: { slug: string; name: string }) {
  const { data: members = [], isPending } = useMembers(slug)
  const owners = members.filter(({ role, is_self }) => role === 'owner' && !is_self)
  const administrators = members.filter(({ role, is_self }) => role === 'administrator' && !is_self)
  const able = [...owners, ...administrators]
  const people = able.slice(0, MAX_NAMED).map(({ display_name, primary_email, role }) => ({
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
        {able.length > MAX_NAMED && <li>and {able.length - MAX_NAMED} more</li>}
      </ul>
    </div>
  )
}
