import { describeCondition, valueText } from '@stoa/contract/services/alerts/describe'
import type { AlertRule } from '@stoa/contract/services/alerts/rules'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { SEVERITIES, STATES, unevaluatedText } from './words.ts'

export type RuleAction =
  | 'edit'
  | 'history'
  | 'switch'
  | 'hour'
  | 'day'
  | 'week'
  | 'unsnooze'
  | 'delete'

type RuleTableProps = {
  rules: readonly AlertRule[]
  queryName: (id: string) => string | undefined
  canWrite: boolean
  onAction: (action: RuleAction, rule: AlertRule) => void
}

export function RuleTable({ rules, queryName, canWrite, onAction }: RuleTableProps) {
  return (
    <RecordTable
      label="Alerts"
      items={rules}
      nameOf={({ name }) => name}
      columns={columnsOf({ queryName, canWrite, onAction })}
      actions={(rule) => [
        { label: 'History', onSelect: () => onAction('history', rule) },
        ...(canWrite ? changes(rule, onAction) : []),
      ]}
    />
  )
}

const isSnoozed = ({ snoozed_until: until }: AlertRule) =>
  until !== null && Date.parse(until) > Date.now()

const changes = (rule: AlertRule, onAction: RuleTableProps['onAction']) => [
  { label: 'Edit', onSelect: () => onAction('edit', rule) },
  ...(isSnoozed(rule)
    ? [{ label: 'End snooze', onSelect: () => onAction('unsnooze', rule) }]
    : [
        { label: 'Snooze for 1 hour', onSelect: () => onAction('hour', rule) },
        { label: 'Snooze for 1 day', onSelect: () => onAction('day', rule) },
        { label: 'Snooze for 1 week', onSelect: () => onAction('week', rule) },
      ]),
  {
    label: 'Delete alert',
    variant: 'danger' as const,
    onSelect: () => onAction('delete', rule),
  },
]

const columnsOf = ({
  queryName,
  canWrite,
  onAction,
}: Omit<RuleTableProps, 'rules'>): readonly RecordColumn<AlertRule>[] => [
  {
    header: 'Name',
    cell: (rule) => (
      <>
        <NameButton
          className="font-medium"
          onClick={() => onAction(canWrite ? 'edit' : 'history', rule)}
        >
          {rule.name}
        </NameButton>
        <div className="truncate text-xs text-muted">
          {describeCondition(rule.condition, queryName)}
        </div>
      </>
    ),
  },
  {
    header: 'State',
    className: 'w-36 sm:w-44',
    cell: (rule) => <RuleState rule={rule} />,
  },
  {
    header: 'Value',
    className: 'hidden w-28 md:table-cell',
    align: 'right',
    textClassName: 'tabular-nums',
    cell: ({ condition, value }) => (value === null ? '–' : valueText(condition, value)),
  },
  {
    header: 'For',
    className: 'hidden w-24 lg:table-cell',
    textClassName: 'text-muted',
    cell: ({ minutes }) => `${minutes} min`,
  },
  {
    header: 'Severity',
    className: 'hidden w-24 lg:table-cell',
    cell: ({ severity }) => SEVERITIES[severity],
  },
  {
    header: 'Active',
    className: 'hidden w-16 sm:table-cell',
    cell: (rule) => (
      <Switch
        aria-label={`${rule.name} is active`}
        checked={rule.enabled}
        disabled={!canWrite}
        onCheckedChange={() => onAction('switch', rule)}
      />
    ),
  },
]

function RuleState({ rule }: { rule: AlertRule }) {
  const { label, tone } = STATES[rule.state]
  const reason = unevaluatedText(rule)
  if (!rule.enabled) return <span className="text-muted">Off</span>
  const isUnknown = reason !== undefined && rule.state === 'ok'
  return (
    <>
      <div className="flex items-center gap-2" title={reason}>
        <StatusDot tone={isUnknown ? 'neutral' : tone} />
        <span className="truncate">{isUnknown ? 'Not evaluated' : label}</span>
        {rule.state_since !== null && !isUnknown && (
          <Time date={rule.state_since} className="hidden text-muted sm:inline" />
        )}
      </div>
      {isSnoozed(rule) && <div className="text-xs text-muted">Snoozed</div>}
    </>
  )
}
