import type { UsageProductId } from '@stoa/contract/catalog/usage-products'
import type { Context } from '../context.ts'
import { isActive, listEveryProject } from '../projects/port.ts'
import { cycleOf, HOUR_MS, hourOf } from './cycle.ts'
import { computeProduct, GAUGES, LASTING, productOf } from './meters.ts'
import {
  carrySizes,
  deleteHoursBefore,
  readUsageHour,
  setAmounts,
  setComputeHours,
  setUsageHour,
  type HourlyAmount,
} from './queries.ts'

type CollectContext = Pick<
  Context,
  'clock' | 'fleet' | 'log' | 'metrics' | 'mode' | 'services' | 'session'
>

/** Thirteen months, so that a month can be compared with the same one a year before. */
const KEPT_MS = 400 * 24 * HOUR_MS

/**
 * Makes the chore that stores the usage of every project since the last collected hour. Amounts are
 * set and never added, so a run that is repeated after a crash counts nothing twice.
 */
export function createUsageCollector(context: CollectContext): () => Promise<void> {
  /** The last hour in which each project's month was read. */
  const monthRead = new Map<string, number>()
  return () => collect(context, monthRead)
}

async function collect(context: CollectContext, monthRead: Map<string, number>): Promise<void> {
  if (context.mode !== 'platform') return
  const { session, fleet, clock } = context
  const hour = hourOf(clock.now())
  const last = await readUsageHour(session)
  // Counts of the last hour could have been in memory when it was collected.
  const from = last && last < hour ? last : new Date(hour.getTime() - HOUR_MS)
  const projects = await listEveryProject(session)
  const [counted, instances, months] = await Promise.all([
    fleet.usageOfAll(from),
    fleet.list(projects.map(({ ref }) => ref)),
    readMonths(context, hour, monthRead),
  ])
  const sizes = new Map(
    instances
      .filter(({ status }) => isActive(status))
      .map(({ ref, computeSize }) => [ref, computeSize] as const),
  )
  const computed = projects.flatMap(({ ref, parent_project_ref }) => {
    const size = sizes.get(ref)
    return size && parent_project_ref === null ? [{ ref, product: computeProduct(size) }] : []
  })
  const branches = projects
    .filter(({ ref, parent_project_ref }) => parent_project_ref !== null && sizes.has(ref))
    .map(({ ref }) => ({ ref, product: 'branch_hours', hour, amount: 1 }))
  const gauges = projects.flatMap(({ ref }) => gaugesOf(context, ref, hour))
  await session.transaction(async (tx) => {
    if (last && last < hour) await carrySizes(tx, { products: LASTING, from: last, to: hour })
    await setAmounts(tx, [...countsOf(counted), ...gauges, ...months, ...branches])
    await setComputeHours(tx, hour, computed)
    await setUsageHour(tx, hour)
    if (last && last.getUTCDate() !== hour.getUTCDate())
      await deleteHoursBefore(tx, new Date(hour.getTime() - KEPT_MS))
  })
}

/** Several counters of a project can belong to the same product. */
function countsOf(
  counted: Awaited<ReturnType<Context['fleet']['usageOfAll']>>,
): readonly HourlyAmount[] {
  const amounts = new Map<string, HourlyAmount>()
  for (const row of counted) {
    const product = productOf(row)
    if (product === undefined) continue
    const key = `${row.ref} ${product} ${row.hour.getTime()}`
    const amount = (amounts.get(key)?.amount ?? 0) + row.amount
    amounts.set(key, { ref: row.ref, product, hour: row.hour, amount })
  }
  return [...amounts.values()]
}

function gaugesOf(
  { metrics }: Pick<Context, 'metrics'>,
  ref: string,
  hour: Date,
): readonly HourlyAmount[] {
  const sample = metrics.latest(ref)
  // A sample of the hour before says nothing about this one.
  if (!sample || sample.at < hour.getTime()) return []
  return Object.entries(GAUGES).flatMap(([metric, product]) => {
    const amount = sample.values[metric as keyof typeof GAUGES]
    return amount === undefined ? [] : [{ ref, product, hour, amount }]
  })
}

/** Reads quantities of the month once an hour from each database that runs. */
async function readMonths(
  { fleet, services, log }: Pick<Context, 'fleet' | 'log' | 'services'>,
  hour: Date,
  monthRead: Map<string, number>,
): Promise<readonly HourlyAmount[]> {
  const month = cycleOf(hour).from
  const readers = services.flatMap(({ readMonth }) => readMonth ?? [])
  const due = fleet.running().filter(({ project }) => monthRead.get(project.ref) !== hour.getTime())
  for (const { project } of due) monthRead.set(project.ref, hour.getTime())
  const read = await Promise.all(
    due.flatMap(({ project }) =>
      readers.map(async (readMonth) => {
        const values = await readMonth(project, month).catch((error: unknown) => {
          log.warn({ err: error, ref: project.ref }, 'A month of usage could not be read.')
          return {}
        })
        return Object.entries(values).map(([product, amount]) => ({
          ref: project.ref,
          product: product as UsageProductId,
          hour,
          amount,
        }))
      }),
    ),
  )
  return read.flat()
}
