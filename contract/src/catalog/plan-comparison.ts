import type { PlanId } from '../platform/organizations.ts'
import { includesFeature, type PlanFeatureId } from './plan-features.ts'
import { plans, type Plan } from './plans.ts'
import { quotaTexts } from './quota-text.ts'
import type { UsageProductId } from './usage-products.ts'

/** One cell: whether a plan has it, or how much of it. */
export type ComparisonValue = boolean | string | readonly string[]

/** A row of the comparison of the plans. SPEC 3 names the fields. */
export type ComparisonRow = {
  readonly key: string
  readonly title: string
  readonly plans: Readonly<Record<PlanId, ComparisonValue>>
  /** Whether more than the included quantity is billed. */
  readonly usage_based: boolean
}

export type ComparisonSection = { readonly title: string; readonly rows: readonly ComparisonRow[] }

const row = (
  key: string,
  title: string,
  valueOf: (plan: Plan) => ComparisonValue,
  usage_based = false,
): ComparisonRow => ({
  key,
  title,
  plans: {
    free: valueOf(plans.free),
    pro: valueOf(plans.pro),
    team: valueOf(plans.team),
    enterprise: valueOf(plans.enterprise),
  },
  usage_based,
})

const everywhere = (key: string, title: string) => row(key, title, () => true)

const metered = (product: UsageProductId, title: string) =>
  row(product, title, ({ id }) => single(quotaTexts(id, product)), true)

const gated = (feature: PlanFeatureId, title: string) =>
  row(feature, title, ({ id }) => includesFeature(id, feature))

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const single = (texts: readonly string[]): ComparisonValue =>
  texts.length === 1 ? (texts[0] ?? '') : texts

/** The comparison table, in the sections of SPEC 1. */
export const PLAN_COMPARISON: readonly ComparisonSection[] = [
  {
    title: 'Database',
    rows: [
      everywhere('postgres', 'A Postgres server for each project'),
      row('projects', 'Active projects', ({ activeProjectLimit }) =>
        activeProjectLimit === null ? 'Unlimited' : String(activeProjectLimit),
      ),
      row(
        'size',
        'Database or disk size per project',
        ({ id }) => {
          const isFree = id === 'free'
          const [included = '', ...more] = quotaTexts(id, isFree ? 'database' : 'disk')
          return single([`${included} ${isFree ? 'database' : 'disk'}`, ...more])
        },
        true,
      ),
      metered('egress', 'Egress'),
      row('backups', 'Backup retention', ({ backupRetentionDays }) => days(backupRetentionDays)),
      gated('point_in_time_recovery', 'Point-in-time recovery'),
      row(
        'branching',
        'Branches',
        ({ id }) =>
          includesFeature(id, 'branching') ? single(quotaTexts(id, 'branch_hours')) : false,
        true,
      ),
      gated('read_replicas', 'Read replicas'),
      row('pausing', 'Pausing of inactive projects', ({ id }) =>
        id === 'free' ? 'After 1 week' : 'Never',
      ),
    ],
  },
  {
    title: 'Auth',
    rows: [
      metered('active_users', 'Monthly active users'),
      everywhere('providers', 'Social sign-in'),
      everywhere('user_mfa', 'Second factors of users'),
      everywhere('auth_hooks', 'Hooks'),
    ],
  },
  {
    title: 'Storage',
    rows: [
      metered('storage', 'File storage'),
      everywhere('resumable', 'Resumable uploads'),
      everywhere('transformations', 'Image transformations'),
      everywhere('s3', 'S3 protocol'),
    ],
  },
  {
    title: 'Edge Functions',
    rows: [
      metered('function_invocations', 'Invocations per month'),
      everywhere('function_logs', 'Logs of functions'),
    ],
  },
  {
    title: 'Realtime',
    rows: [
      metered('realtime_connections', 'Concurrent connections'),
      metered('realtime_messages', 'Messages per month'),
      everywhere('changes', 'Changes of tables'),
    ],
  },
  {
    title: 'Dashboard',
    rows: [
      row('members', 'Members', () => 'Unlimited'),
      row('logs', 'Log retention', ({ logRetentionDays }) => days(logRetentionDays)),
      everywhere('alerts', 'Alerts'),
      gated('metrics_endpoint', 'Metrics endpoint'),
      gated('log_drains', 'Log drains'),
    ],
  },
  {
    title: 'Platform Security and Compliance',
    rows: [
      everywhere('roles', 'Roles of members'),
      everywhere('required_mfa', 'Required second factor of members'),
      everywhere('network', 'Network restrictions'),
      everywhere('encrypted_backups', 'Encrypted backups'),
    ],
  },
  { title: 'Support', rows: [everywhere('tickets', 'Support requests')] },
]
