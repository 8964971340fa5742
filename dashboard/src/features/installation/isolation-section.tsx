import type { Isolation } from '@stoa/contract/platform/installation'
import { QueryError } from '../../components/query-error.tsx'
import { useIsolation } from '../../data/resources/platform/installation.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Section } from '../../ui/layout/section.tsx'

const RESTRICTIONS: { name: keyof Omit<Isolation, 'gaps'>; label: string; description: string }[] =
  [
    {
      name: 'networks',
      label: 'Private networks',
      description: 'Functions reach the internet only.',
    },
    {
      name: 'abstract_sockets',
      label: 'Abstract Unix sockets',
      description: 'Functions cannot connect to services of this machine.',
    },
    {
      name: 'files',
      label: 'Files',
      description: 'Functions read their own files and those of the system, and write their own.',
    },
  ]

/** The restrictions that the server's kernel enforces for functions, and those it cannot. */
export function IsolationSection() {
  const { data: isolation, error, refetch } = useIsolation()
  return (
    <Section
      title="Isolation"
      description="What the kernel of the server enforces for edge functions."
    >
      {error && (
        <QueryError
          error={error}
          title="Could not load the isolation"
          onRetry={() => void refetch()}
        />
      )}
      {isolation && (
        <ul className="divide-y rounded-md border" aria-label="Isolation">
          {RESTRICTIONS.map(({ name, label, description }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-medium">{label}</span>
                <span className="text-xs text-muted">{description}</span>
              </span>
              {isolation[name] ? (
                <Badge variant="success">Enforced</Badge>
              ) : (
                <Badge variant="warning">Not enforced</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      {isolation?.gaps.map(({ message, hint }) => (
        <Callout key={message} type="caution" title={message}>
          {hint}
        </Callout>
      ))}
    </Section>
  )
}
