import type { FunctionActivity } from '@stoa/contract/services/functions/logs'
import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { Link } from '@tanstack/react-router'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { useFunctionActivity } from '../../data/resources/services/functions/functions.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/quantities.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { functionUrl } from './function-url.ts'

type FunctionTableProps = {
  projectRef: string
  apiUrl: string
  functions: readonly DeployedFunction[]
}

/** The functions with their activity in the last 24 hours. */
export function FunctionTable({ projectRef, apiUrl, functions }: FunctionTableProps) {
  const { data, error } = useFunctionActivity(projectRef)
  const activities = new Map(data?.map((each) => [each.function_slug, each]))
  const items = functions.map((deployed) => ({
    ...deployed,
    id: deployed.slug,
    activity: activities.get(deployed.slug),
  }))
  return (
    <RecordTable
      label="Functions"
      items={items}
      nameOf={({ slug }) => slug}
      columns={[
        ...columnsOf(projectRef, apiUrl),
        countColumn('Requests', 'requests', !data && !error),
        countColumn('Errors', 'errors', !data && !error),
      ]}
    />
  )
}

type Row = DeployedFunction & { activity: FunctionActivity | undefined }

const muted = 'whitespace-nowrap text-muted'

const columnsOf = (projectRef: string, apiUrl: string): readonly RecordColumn<Row>[] => [
  {
    header: 'Name',
    textClassName: 'truncate',
    cell: ({ slug, description }) => (
      <>
        <Link
          to="/project/$ref/functions/deployed/$slug"
          params={{ ref: projectRef, slug }}
          className="font-medium hover:underline"
          title={slug}
        >
          {slug}
        </Link>
        {description !== '' && (
          <div className="truncate text-xs text-muted" title={description}>
            {description}
          </div>
        )}
      </>
    ),
  },
  {
    header: 'URL',
    className: 'hidden xl:table-cell xl:w-3/10',
    cell: ({ slug }) => <FunctionUrl slug={slug} apiUrl={apiUrl} />,
  },
  {
    header: 'Version',
    className: 'hidden w-18 lg:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ version }) => version,
  },
  {
    header: 'Created',
    className: 'hidden w-30 lg:table-cell',
    textClassName: muted,
    cell: ({ created_at }) => <Time date={created_at} />,
  },
  {
    header: 'Updated',
    className: 'hidden w-30 sm:table-cell',
    textClassName: muted,
    cell: ({ updated_at }) => <Time date={updated_at} />,
  },
]

/** A count of the last day. */
const countColumn = (
  title: string,
  name: 'requests' | 'errors',
  isLoading: boolean,
): RecordColumn<Row> => ({
  header: `${title} (24 h)`,
  align: 'right',
  className: 'w-22 max-sm:whitespace-normal sm:w-32',
  textClassName: 'tabular-nums',
  cell: ({ activity }) => {
    if (isLoading) return <Skeleton className="ml-auto h-4 w-8" />
    if (!activity) return '–'
    const count = activity[name]
    const isBad = name === 'errors' && count > 0
    return <span className={classNames(isBad && 'text-danger-text')}>{formatCount(count)}</span>
  },
})

/** The part of the URL that differs between functions; Copy copies the whole URL. */
function FunctionUrl({ slug, apiUrl }: { slug: string; apiUrl: string }) {
  const url = functionUrl(apiUrl, slug)
  return (
    <div className="flex items-center gap-1">
      <code className="min-w-0 truncate text-muted" title={url}>
        {url.slice(apiUrl.length)}
      </code>
      <CopyButton iconOnly label={`Copy the URL of ${slug}`} text={url} />
    </div>
  )
}
