import type { Organization } from '@stoa/contract/platform/organizations'
import { QueryError } from '../../components/query-error.tsx'
import { NotOffered } from '../../components/forbidden.tsx'
import { useCapability, useProfile } from '../../data/resources/platform/profile.ts'
import { useProjects } from '../../data/resources/platform/projects.ts'
import { useUsage, type UsageSelection } from '../../data/resources/platform/usage.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ChartGroup } from '../../ui/chart/chart-group.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { cycleText } from './cycle-text.ts'
import { UsageProduct } from './usage-product.tsx'

type UsagePageProps = {
  organization: Organization
  selection: UsageSelection
  onSelect: (selection: UsageSelection) => void
}

const ALL = 'all'

/** The usage of an organization's projects in a cycle. */
export function UsagePage(props: UsagePageProps) {
  useTitle('Usage', props.organization.name)
  const profile = useProfile()
  const can = useCapability()
  if (profile.isSuccess && !can('billing:read'))
    return (
      <Page width="form">
        <PageHeader title="Usage" />
        <NotOffered>This installation doesn’t meter usage.</NotOffered>
      </Page>
    )
  return (
    <Page width="form">
      <PageHeader title="Usage" action={<Selectors {...props} />} />
      <Report {...props} />
    </Page>
  )
}

function Selectors({ organization, selection, onSelect }: UsagePageProps) {
  const { data } = useUsage(organization.slug, selection)
  const projects = useProjects().data?.filter(
    ({ organization_slug }) => organization_slug === organization.slug,
  )
  const [current = ''] = data?.cycles ?? []
  return (
    <>
      <Select
        aria-label="Billing cycle"
        className="w-40"
        value={selection.cycle ?? current}
        options={(data?.cycles ?? []).map((cycle) => ({ value: cycle, label: cycleText(cycle) }))}
        onValueChange={(cycle) =>
          onSelect({ ...selection, cycle: cycle === current ? undefined : cycle })
        }
      />
      <Select
        aria-label="Project"
        className="w-40"
        value={selection.project ?? ALL}
        options={[
          { value: ALL, label: 'All projects' },
          ...(projects ?? []).map(({ ref, name }) => ({ value: ref, label: name })),
        ]}
        onValueChange={(project) =>
          onSelect({ ...selection, project: project === ALL ? undefined : project })
        }
      />
    </>
  )
}

function Report({ organization, selection }: UsagePageProps) {
  const { data, error, refetch } = useUsage(organization.slug, selection)
  const can = useCapability()
  if (error && !data)
    return (
      <QueryError error={error} title="Could not load the usage" onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton className="h-64" />
  return (
    <ChartGroup>
      {data.products.map((usage) => (
        <UsageProduct
          key={usage.product}
          usage={usage}
          from={data.cycle.from}
          areLimited={can('plans:limited')}
          areSold={can('plans:sold')}
        />
      ))}
    </ChartGroup>
  )
}
