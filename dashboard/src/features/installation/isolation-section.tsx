import type { Isolation } from '@stoa/contract/platform/installation'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordList } from '../../components/list/record-list.tsx'
import { useIsolation } from '../../data/resources/platform/installation.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Section } from '../../ui/layout/section.tsx'

const RESTRICTIONS: { id: keyof Omit<Isolation, 'gaps'>; label: string; description: string }[] = [
  {
    id: 'networks',
    label: 'Private networks',
    description: 'Functions reach the internet only.',
  },
  {
    id: 'abstract_sockets',
    label: 'Abstract Unix sockets',
    description: 'Functions cannot connect to services of this machine.',
  },
  {
    id: 'files',
    label: 'Files',
    description: 'Functions read their own files and those of the system, and write their own.',
  },
]

/** The restrictions that the server's kernel enforces for functions, and those it cannot. */
export function IsolationSection() {
  const isolation = useIsolation()
  const { data } = isolation
  return (
    <Section
      title="Isolation"
      description="What the kernel of the server enforces for edge functions."
    >
      <QueryList
        label="isolation"
        query={{
          ...isolation,
          data: data && RESTRICTIONS.map((each) => ({ ...each, isEnforced: data[each.id] })),
        }}
        skeleton={<Skeleton className="h-32" />}
        empty={{ title: 'No restrictions', description: 'Functions run without isolation.' }}
      >
        {(items) => (
          <RecordList
            label="Isolation"
            items={items}
            row={({ label, description, isEnforced }) => ({
              title: label,
              detail: description,
              state: isEnforced ? (
                <Badge variant="success">Enforced</Badge>
              ) : (
                <Badge variant="warning">Not enforced</Badge>
              ),
            })}
          />
        )}
      </QueryList>
      {data?.gaps.map(({ message, hint }) => (
        <Callout key={message} type="caution" title={message}>
          {hint}
        </Callout>
      ))}
    </Section>
  )
}
