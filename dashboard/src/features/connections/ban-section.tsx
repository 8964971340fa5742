import { BAN_RULE, type NetworkBan } from '@stoa/contract/platform/network-access'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { useLiftNetworkBan, useNetworkBans } from '../../data/resources/platform/network-access.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** The addresses that are banned because of wrong passwords. */
export function BanSection({ projectRef }: { projectRef: string }) {
  const { data, ...query } = useNetworkBans(projectRef)
  const canLift = useCan(projectRef)('project:update')
  const lift = useLiftNetworkBan(projectRef)
  const bans = data?.map((ban) => ({ ...ban, id: ban.address }))
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t py-6">
      <div>
        <h2 className="text-sm font-semibold">Banned addresses</h2>
        <p className="mt-1 max-w-prose text-muted">
          An address is banned for {BAN_RULE.banMinutes} minutes after {BAN_RULE.maxFailures} wrong
          passwords within {BAN_RULE.withinMinutes} minutes. Its open connections stay open.
        </p>
      </div>
      <QueryList
        label="banned addresses"
        query={{ ...query, data: bans }}
        empty={{
          title: 'No banned addresses',
          description: 'Addresses that guess passwords appear here.',
        }}
      >
        {(items) => (
          <RecordTable
            label="Banned addresses"
            items={items}
            nameOf={({ address }) => address}
            columns={COLUMNS}
            actionsClassName="w-24"
            canShowAll={false}
            {...(canLift && {
              renderButtons: ({ address }: NetworkBan) => (
                <Button
                  size="sm"
                  aria-label={`Unban ${address}`}
                  pending={lift.isPending && lift.variables === address}
                  onClick={() => lift.mutate(address)}
                >
                  Unban
                </Button>
              ),
            })}
          />
        )}
      </QueryList>
    </section>
  )
}

const COLUMNS: readonly RecordColumn<NetworkBan>[] = [
  {
    header: 'Address',
    isRowHeader: true,
    textClassName: 'truncate font-mono',
    title: ({ address }) => address,
    cell: ({ address }) => address,
  },
  {
    header: 'Wrong passwords',
    align: 'right',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'tabular-nums',
    cell: ({ failures }) => formatCount(failures),
  },
  {
    header: 'Ends',
    className: 'w-32',
    cell: ({ banned_until }) => <Time date={banned_until} />,
  },
]
